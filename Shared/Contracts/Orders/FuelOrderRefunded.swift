import Kernel

/// Money of an order of fuel went back to its customer.
public struct FuelOrderRefunded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-order-refunded.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public let refundId: RefundID
    public let paymentId: PaymentID
    public let amount: Money
    /// Of all payments of the order so far.
    public let refunded: Money
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, refundId: RefundID, paymentId: PaymentID, amount: Money, refunded: Money) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.refundId, self.paymentId, self.amount, self.refunded) = (refundId, paymentId, amount, refunded)
    }
}
