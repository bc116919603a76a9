import Kernel

/// The money is back.
public struct RefundSucceeded: DomainEvent, Equatable {
    public static let type: MessageType = "payments.refund-succeeded.v1"
    public let refundId: RefundID
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let amount: Int
    public let currency: Currency
    /// No longer set; only older events have it. `KeepRefundReason` sends people's texts to orders alone.
    public let reason: String?
    /// Minor units of the payment that are refunded so far, including this refund.
    public let refundedTotal: Int?
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(refundId: RefundID, paymentId: PaymentID, orderId: OrderID, amount: Int, currency: Currency, reason: String? = nil,
                refundedTotal: Int? = nil) {
        (self.refundId, self.paymentId, self.orderId, self.amount, self.currency) = (refundId, paymentId, orderId, amount, currency)
        (self.reason, self.refundedTotal) = (reason, refundedTotal)
    }
}
