import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Somebody hands over cash that he collected: he owes less, and the drawer has more.
public struct SettleCourierCash: Command {
    public static let type: MessageType = "payments.settle-courier-cash.v1"
    public let userId: User.ID
    public let amount: Money
    public init(userId: User.ID, amount: Money) { (self.userId, self.amount) = (userId, amount) }

    public func handle(in tx: PaymentsTransaction) throws -> Created<WalletEntryAnswer> {
        try tx.require(permission: AccountLedgerRoutes.managing)
        var check = Validation()
        WalletAmounts.check(cash: amount, tx.definition, &check)
        try check.check()
        guard let wallet = try tx.accounts.wallet(of: userId) else { throw Rejection.notFound }
        guard amount.amount <= wallet.cashInHand else {
            throw Rejection.insufficientBalance("There is less cash in hand than that.",
                                                ["cashInHand": Money(wallet.cashInHand, amount.currency)])
        }
        let id = "settlement:\(tx.context.newID())"
        try AccountLedger(tx).post(AccountTransaction(id: id, at: tx.now, entries: [
            .init(account: .user, userId: userId, type: .cashSettlement, amount: amount),
            .init(account: .cashDrawer, type: .cashSettlement, amount: amount.times(-1)),
        ], in: tx.definition.currency))
        try tx.publish(CourierCashSettled(entryId: id, courierId: userId, amount: amount, settledAt: tx.now.wholeSeconds))
        return try tx.newestEntry(of: userId)
    }
}

/// Those who manage wallets correct one, and say why.
public struct AdjustWallet: Command {
    public static let type: MessageType = "payments.adjust-wallet.v1"
    public let userId: User.ID
    /// Signed.
    public let amount: Money
    public let reason: String
    public init(userId: User.ID, amount: Money, reason: String) { (self.userId, self.amount, self.reason) = (userId, amount, reason) }

    public func handle(in tx: PaymentsTransaction) throws -> Created<WalletEntryAnswer> {
        try tx.require(permission: AccountLedgerRoutes.managing)
        var check = Validation()
        WalletAmounts.check(correction: amount, tx.definition, &check)
        let reason = check.text("reason", reason, 1...300)
        try check.check()
        guard try tx.accounts.wallet(of: userId) != nil else { throw Rejection.notFound }
        let id = "adjustment:\(tx.context.newID())"
        try AccountLedger(tx).post(AccountTransaction(id: id, at: tx.now, entries: [
            .init(account: .user, userId: userId, type: .adjustment, amount: amount),
            .init(account: .platform, type: .adjustment, amount: amount.times(-1)),
        ], in: tx.definition.currency))
        try tx.accounts.note(reason ?? "", on: id, of: userId, by: try tx.user().userID)
        return try tx.newestEntry(of: userId)
    }
}

extension PaymentsTransaction {
    /// The entry that was just posted.
    fileprivate func newestEntry(of user: User.ID) throws -> Created<WalletEntryAnswer> {
        guard let entry = try accounts.page(of: user, limit: 1, offset: 0).first else { throw Rejection.notFound }
        return Created(WalletEntryAnswer(entry, in: definition), at: "/admin/wallets/\(user)/entries")
    }
}
