import Kernel

/// A payment that doesn't match its order: another amount or currency, or a payment the order never requested. It is
/// refunded; a person should investigate.
public struct PaymentMismatch: DomainEvent, Equatable {
    public static let type: MessageType = "orders.payment-mismatch.v1"
    public let orderId: OrderID
    public let number: String
    public let eventId: EventID
    public let paymentId: PaymentID
    public let expected: Money
    public let received: Money
    /// The refund that was asked for; absent while no money has moved.
    public let refundId: RefundID?
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, eventId: EventID, paymentId: PaymentID, expected: Money, received: Money,
                refundId: RefundID? = nil) {
        (self.orderId, self.number, self.eventId, self.paymentId) = (orderId, number, eventId, paymentId)
        (self.expected, self.received, self.refundId) = (expected, received, refundId)
    }
}
