import Kernel

/// The provider could not give the money back.
public struct RefundFailed: DomainEvent, Equatable {
    public static let type: MessageType = "payments.refund-failed.v1"
    public let refundId: RefundID
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let amount: Int
    public let currency: Currency
    public let failureCode: String
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(refundId: RefundID, paymentId: PaymentID, orderId: OrderID, amount: Int, currency: Currency, failureCode: String) {
        (self.refundId, self.paymentId, self.orderId, self.amount, self.currency, self.failureCode) =
            (refundId, paymentId, orderId, amount, currency,
            failureCode)
    }
}
