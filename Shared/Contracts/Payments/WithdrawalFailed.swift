import Kernel

/// The money could not be paid out and is available again.
public struct WithdrawalFailed: DomainEvent, Equatable {
    public static let type: MessageType = "payments.withdrawal-failed.v1"
    public let withdrawalId: WithdrawalID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public let failureCode: String
    public var subject: String { "withdrawals/\(withdrawalId)" }
    public init(withdrawalId: WithdrawalID, userId: User.ID, amount: Int, currency: Currency, failureCode: String) {
        (self.withdrawalId, self.userId, self.amount, self.currency, self.failureCode) =
            (withdrawalId, userId, amount, currency, failureCode)
    }
}
