import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// Somebody takes money out. It stops being available at once, and leaves the balance when the bank has paid.
public struct RequestWalletWithdrawal: Command {
    public static let type: MessageType = "payments.request-wallet-withdrawal.v1"
    public let amount: Money
    /// Of the account number.
    public let last4: String
    public init(amount: Money, last4: String) { (self.amount, self.last4) = (amount, last4) }

    public func handle(in tx: PaymentsTransaction) throws -> Created<WalletWithdrawalAnswer> {
        try tx.require(permission: AccountLedgerRoutes.owning)
        let user = try tx.user().userID, settings = try tx.ledgerSettings()
        var check = Validation()
        WalletAmounts.check(withdrawal: amount, settings, tx.definition, &check)
        try check.check()
        let wallet = try tx.accounts.wallet(of: user) ?? .empty(user)
        guard amount.amount <= wallet.available else {
            throw Rejection.insufficientBalance("You can withdraw less than that.", ["available": Money(wallet.available, amount.currency)])
        }
        let withdrawal = WalletWithdrawal(id: tx.newID(), userID: user, amount: amount, last4: last4, status: .pending, createdAt: tx.now)
        try tx.walletWithdrawals.insert(withdrawal)
        // From the second that its answer shows.
        try tx.schedule(withdrawal.ledgerID, at: tx.now.wholeSeconds + .hours(settings.withdrawalSettleHours),
                        SettleWalletWithdrawal(withdrawalId: withdrawal.id, userId: user))
        try tx.publish(WithdrawalRequested(withdrawalId: withdrawal.id, userId: user, amount: amount.amount, currency: amount.currency))
        return Created(WalletWithdrawalAnswer(withdrawal), at: "/wallet/withdrawals")
    }
}

/// The bank has paid a withdrawal out: now it is in the books.
public struct SettleWalletWithdrawal: Command {
    public static let type: MessageType = "payments.settle-wallet-withdrawal.v1"
    public let withdrawalId: WithdrawalID
    public let userId: User.ID
    public init(withdrawalId: WithdrawalID, userId: User.ID) { (self.withdrawalId, self.userId) = (withdrawalId, userId) }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard let withdrawal = try tx.walletWithdrawals.find(withdrawalId, of: userId) else { throw Rejection.notFound }
        switch withdrawal.status {
        case .settled: return NoContent()  // Settled before.
        case .pending: break
        }
        try tx.walletWithdrawals.settle(withdrawal, at: tx.now)
        try AccountLedger(tx).post(AccountTransaction(id: withdrawal.ledgerID, at: tx.now, entries: [
            .init(account: .user, userId: userId, type: .withdrawal, amount: withdrawal.amount.times(-1)),
            .init(account: .bank, type: .withdrawal, amount: withdrawal.amount),
        ], in: tx.definition.currency))
        try tx.publish(WithdrawalSettled(withdrawalId: withdrawalId, userId: userId, amount: withdrawal.amount.amount,
                                         currency: withdrawal.amount.currency))
        return NoContent()
    }
}

/// `GET /wallet/withdrawals`: the caller's, newest first.
public struct WithdrawalsOfOwner: Query {
    public static let type: MessageType = "payments.withdrawals-of-owner.v1"
    public let page: Int?
    public let perPage: Int?
    public func answer(in view: PaymentsView) throws -> Page<WalletWithdrawalAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let withdrawals = try view.walletWithdrawals.page(of: user, limit: request.perPage, offset: request.offset)
        return Page(withdrawals.map(WalletWithdrawalAnswer.init), request, total: try view.walletWithdrawals.count(of: user))
    }
}

extension Rejection {
    static func insufficientBalance(_ sentence: String, _ members: [String: Money]) -> Rejection {
        .conflict("insufficient-balance", sentence,
                  members.mapValues { ["amount": .int($0.amount), "currency": .string($0.currency.code)] })
    }
}
