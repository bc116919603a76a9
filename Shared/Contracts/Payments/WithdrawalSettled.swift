import Kernel

/// The money is on the earner's account.
public struct WithdrawalSettled: DomainEvent, Equatable {
    public static let type: MessageType = "payments.withdrawal-settled.v1"
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
