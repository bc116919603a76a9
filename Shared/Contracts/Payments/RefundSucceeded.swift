import Kernel

/// The money is back.
public struct RefundSucceeded: DomainEvent, Equatable {
    public static let type: MessageType = "payments.refund-succeeded.v1"
    public let refundId: RefundID
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let amount: Int
    public let currency: Currency
    /// Not said any more: what people write goes to orders alone, by `KeepRefundReason`. Older events have it.
    public let reason: String?
    /// Minor units of the payment that are back by now, this refund included.
    public let refundedTotal: Int?
    public var subject: String { "payments/\(paymentId)" }
    public init(refundId: RefundID, paymentId: PaymentID, orderId: OrderID, amount: Int, currency: Currency, reason: String? = nil,
                refundedTotal: Int? = nil) {
        (self.refundId, self.paymentId, self.orderId, self.amount, self.currency) = (refundId, paymentId, orderId, amount, currency)
        (self.reason, self.refundedTotal) = (reason, refundedTotal)
    }
}
