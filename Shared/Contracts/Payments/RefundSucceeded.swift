import Kernel

/// The money is back.
public struct RefundSucceeded: DomainEvent, Equatable {
    public static let type: MessageType = "payments.refund-succeeded.v1"
    public let refundId: RefundID
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let amount: Int
    public let currency: Currency
    public var subject: String { "payments/\(paymentId)" }
    public init(refundId: RefundID, paymentId: PaymentID, orderId: OrderID, amount: Int, currency: Currency) {
        (self.refundId, self.paymentId, self.orderId, self.amount, self.currency) = (refundId, paymentId, orderId, amount, currency)
    }
}
