import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An earner takes money out. It waits in `pendingWithdrawals` until the provider has paid.
public struct RequestWithdrawal: Command {
    public static let type: MessageType = "payments.request-withdrawal.v1"
    /// See `WithdrawalForm`.
    package let form: JSONValue
    /// - Parameter amount: minor units, or money.
    public init(amount: JSONValue) { form = ["amount": amount] }
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    public func handle(in tx: PaymentsTransaction) throws -> Created<WithdrawalAnswer> {
        let user = try tx.user().userID
        try tx.suspended.refuse(user)
        let settings = try tx.settings()
        let currency = tx.definition.currency
        let minor = try WithdrawalForm.amount(form, in: currency, atLeast: max(1, settings.withdrawalMinimum))
        guard let account = try tx.withdrawals.account(of: user) else {
            throw Rejection.conflict("payout-account-missing", "Say first where the money should go.")
        }
        let available = try tx.ledger.wallet(of: user).available
        guard minor <= available else {
            throw Rejection.conflict("insufficient-balance", "You can withdraw \(max(0, available)) \(currency).",
                                     ["available": Money(available, currency).json])
        }
        let withdrawal = Withdrawal(id: tx.newID(), userId: user, amount: Money(minor, currency), target: .init(account), createdAt: tx.now)
        try tx.withdrawals.insert(withdrawal)
        try EarningsLedger(tx: tx).move("withdrawal:\(withdrawal.id)", .withdrawal, minor, from: .available, to: .pendingWithdrawals,
                                        of: user)
        try tx.schedule("withdrawal:\(withdrawal.id)", at: tx.now + .seconds(settings.withdrawalSettleSeconds),
            SettleWithdrawal(withdrawalId: withdrawal.id, userId: user))
        try tx.publish(WithdrawalRequested(withdrawalId: withdrawal.id, userId: user, amount: minor, currency: currency))
        return Created(WithdrawalAnswer(withdrawal), at: "/wallet/withdrawals")
    }
}

/// The provider has paid a withdrawal out, or could not.
public struct SettleWithdrawal: Command {
    public static let type: MessageType = "payments.settle-withdrawal.v1"
    public let withdrawalId: WithdrawalID
    public let userId: User.ID
    public init(withdrawalId: WithdrawalID, userId: User.ID) { (self.withdrawalId, self.userId) = (withdrawalId, userId) }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard var withdrawal = try tx.withdrawals.find(withdrawalId, of: userId) else { throw Rejection.notFound }
        switch withdrawal.status {
        case .settled, .failed: return NoContent()  // Ended before.
        case .pending: break
        }
        let amount = withdrawal.amount
        let books = EarningsLedger(tx: tx)
        // Pay to the account as it was at the request, even if the person changed it since.
        let target = try withdrawal.target ?? tx.withdrawals.account(of: userId).map { .init($0) }
        if target?.reference == PayoutReference.pays {
            withdrawal.status = .settled(at: tx.now)
            try tx.withdrawals.update(withdrawal)
            try books.move("withdrawal-settled:\(withdrawalId)", .withdrawalSettled, amount.amount, from: .pendingWithdrawals,
                           to: .withdrawn, of: userId)
            try tx.publish(WithdrawalSettled(withdrawalId: withdrawalId, userId: userId, amount: amount.amount, currency: amount.currency))
        } else {
            withdrawal.status = .failed(code: "PAYEE_NOT_FOUND", at: tx.now)
            try tx.withdrawals.update(withdrawal)
            try books.move("withdrawal-failed:\(withdrawalId)", .withdrawalFailed, amount.amount, from: .pendingWithdrawals, to: .available,
                           of: userId)
            try tx.publish(WithdrawalFailed(withdrawalId: withdrawalId, userId: userId, amount: amount.amount, currency: amount.currency,
                failureCode: "PAYEE_NOT_FOUND"))
        }
        return NoContent()
    }
}

/// An amount as people send it: minor units, or money with its currency.
enum WithdrawalForm {
    /// More than anybody has, far from overflow.
    private static let max = 2_000_000_000_000

    /// Throws a 422 that names everything that is wrong with the amount.
    static func amount(_ form: JSONValue, in currency: Currency, atLeast least: Int) throws(Rejection) -> Int {
        var reader = FormReader(form)
        let sent = reader.value("amount", isRequired: true)
        var number = sent?.int
        if let sent, sent.object != nil {
            var money = FormReader(sent, at: "amount")
            number = money.integer("amount", Int.min...Int.max, isRequired: true)
            if let code = money.text("currency", 3...3, isRequired: true), code != currency.code {
                money.fail("currency", "must be \(currency)")
            }
            reader.take(money.check)
        } else if sent != nil, number == nil {
            reader.fail("amount", "must be a whole number")
        }
        if let number, !(1...max).contains(number) {
            reader.fail("amount", "must be 1 to \(max)")
        } else if let number, number < least {
            reader.fail("amount", "must be at least \(least)")
        }
        try reader.finish()
        return number ?? 0
    }
}
