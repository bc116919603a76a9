import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// The books of an app: accounts of people and of the platform, kept in balanced transactions.
package struct AccountLedger {
    package static let plugin = "account-ledger"
    let tx: PaymentsTransaction
    package init(_ tx: PaymentsTransaction) { self.tx = tx }

    /// Posts a transaction unless it is there. One without entries is not posted. Throws if another transaction has its id.
    package func post(_ transaction: AccountTransaction) throws {
        guard !transaction.entries.isEmpty else { return }
        if let posted = try tx.accounts.entries(of: transaction.id) {
            guard posted == transaction.entries else {
                throw Rejection.unusableTransaction("\(transaction.id) was posted with other entries")
            }
            return
        }
        try tx.accounts.insert(transaction)
    }

    /// How an order ended in the books; nil: it has not ended, or nobody got or kept anything.
    package func outcome(of order: OrderID) throws -> OrderOutcome? { try tx.accounts.outcome(of: order) }

    /// A withdrawal as its owner sees it.
    package func withdrawal(_ id: WithdrawalID, of user: User.ID) throws -> WalletWithdrawalAnswer? {
        try tx.walletWithdrawals.find(id, of: user).map(WalletWithdrawalAnswer.init)
    }
}

/// What the books know about an order that ended.
package struct OrderOutcome: Sendable, Equatable {
    package let restaurantID: String?
    /// Whose sale it was.
    package let ownerID: User.ID?
}

/// Another service books what an order brought to whom.
extension PostLedger: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard tx.definition.has(plugin: AccountLedger.plugin, of: tx.context.service) else {
            throw Rejection.unusableTransaction("the app has no ledger")
        }
        // Nothing happens in the future: a clock that is ahead is not believed.
        let time = min(at ?? tx.now, tx.now)
        try AccountLedger(tx).post(AccountTransaction(
            id: transactionId, orderID: orderId, restaurantID: restaurantId, ownerID: ownerId, at: time, entries: entries,
            in: tx.definition.currency))
        return NoContent()
    }
}
