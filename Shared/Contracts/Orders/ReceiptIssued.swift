import Kernel

/// An order of fuel has its receipt: for what was delivered, or for the fee of an order that ended without a delivery.
public struct ReceiptIssued: DomainEvent, Equatable {
    public static let type: MessageType = "orders.receipt-issued.v1"
    public let orderId: OrderID
    public let userId: User.ID
    /// Of the order, as are `status` and `number`.
    public let version: Int
    public let status: String
    public let number: String
    public let at: Timestamp
    /// `AF-2026-000123`: without gaps within a local year.
    public let receiptNumber: String
    /// What its lines add up to.
    public let total: Money
    /// What was charged.
    public let captured: Money
    /// Nil: for a fee.
    public let gallons: Double?
    public var subject: String { "orders/\(orderId)" }

    public init(orderId: OrderID, userId: User.ID, version: Int, status: String, number: String, at: Timestamp, receiptNumber: String,
                total: Money, captured: Money, gallons: Double? = nil) {
        (self.orderId, self.userId, self.version, self.status, self.number) = (orderId, userId, version, status, number)
        (self.at, self.receiptNumber, self.total, self.captured, self.gallons) = (at, receiptNumber, total, captured, gallons)
    }
}
