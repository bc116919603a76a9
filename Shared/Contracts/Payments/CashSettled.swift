import Kernel

/// A shop handed over the cash it had collected.
public struct CashSettled: DomainEvent, Equatable {
    public static let type: MessageType = "payments.cash-settled.v1"
    public let entryId: String
    public let shopId: Int
    public let amount: Money
    /// Of the receipt; unique per shop.
    public let reference: String
    /// The shop's remaining debt; negative: its credit.
    public let balanceDue: Money
    public var subject: String { "shops/\(shopId)" }
    public init(entryId: String, shopId: Int, amount: Money, reference: String, balanceDue: Money) {
        (self.entryId, self.shopId, self.amount, self.reference, self.balanceDue) = (entryId, shopId, amount, reference, balanceDue)
    }
}
