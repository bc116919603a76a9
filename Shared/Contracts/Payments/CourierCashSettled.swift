import Kernel

/// A courier handed over cash that he had collected.
public struct CourierCashSettled: DomainEvent, Equatable {
    public static let type: MessageType = "payments.courier-cash-settled.v1"
    /// Of the ledger; unique.
    public let entryId: String
    public let courierId: User.ID
    public let amount: Money
    public let settledAt: Timestamp
    public var subject: String { "users/\(courierId)" }
    public init(entryId: String, courierId: User.ID, amount: Money, settledAt: Timestamp) {
        (self.entryId, self.courierId, self.amount, self.settledAt) = (entryId, courierId, amount, settledAt)
    }
}
