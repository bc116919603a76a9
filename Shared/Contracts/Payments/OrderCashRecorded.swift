import Kernel

/// The cash of an order is recorded as its payment.
public struct OrderCashRecorded: DomainEvent, Equatable {
    public static let type: MessageType = "payments.order-cash-recorded.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    public let courierId: User.ID
    public let amount: Money
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, courierId: User.ID, amount: Money) {
        (self.paymentId, self.orderId, self.userId, self.courierId, self.amount) = (paymentId, orderId, userId, courierId, amount)
    }
}
