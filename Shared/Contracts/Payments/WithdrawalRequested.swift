import Kernel

/// An earner wants the money out.
public struct WithdrawalRequested: DomainEvent, Equatable {
    public static let type: MessageType = "payments.withdrawal-requested.v1"
    public let withdrawalId: WithdrawalID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public var subject: String { "withdrawals/\(withdrawalId)" }
    public init(withdrawalId: WithdrawalID, userId: User.ID, amount: Int, currency: Currency) {
        (self.withdrawalId, self.userId, self.amount, self.currency) = (withdrawalId, userId, amount, currency)
    }
}
