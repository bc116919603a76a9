import Kernel

/// Take the money of an authorised payment, or a part of it; the rest is released. Answered by `PaymentSucceeded` or
/// `CaptureFailed`.
public struct CaptureIntent: Message, Equatable {
    public static let type: MessageType = "payments.capture-intent.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public init(paymentId: PaymentID, orderId: OrderID, amount: Int, currency: Currency) {
        (self.paymentId, self.orderId, self.amount, self.currency) = (paymentId, orderId, amount, currency)
    }
}
