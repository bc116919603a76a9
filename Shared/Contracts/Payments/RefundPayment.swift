import Kernel

/// Give money back. Answered by `RefundSucceeded` or `RefundFailed`.
public struct RefundPayment: Message, Equatable {
    public static let type: MessageType = "payments.refund.v1"
    public let refundId: RefundID
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let amount: Int
    public let currency: Currency
    public let reason: String
    /// The part of the platform's fee to refund, in minor units. Absent: the payment was not for a sale.
    public let fee: Int?
    public init(refundId: RefundID, paymentId: PaymentID, orderId: OrderID, amount: Int, currency: Currency, reason: String,
                fee: Int? = nil) {
        (self.refundId, self.paymentId, self.orderId) = (refundId, paymentId, orderId)
        (self.amount, self.currency, self.reason) = (amount, currency, reason)
        self.fee = fee
    }
}
