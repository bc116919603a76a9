import Kernel

/// No payment will happen.
public struct PaymentCanceled: DomainEvent, Equatable {
    public static let type: MessageType = "payments.payment-canceled.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    /// Why an authorisation ended: `authorization_expired`, `capture_declined`. Absent: nobody needs the payment any more.
    public let failureCode: String?
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, amount: Int, currency: Currency,
                failureCode: String? = nil) {
        (self.paymentId, self.orderId, self.userId, self.amount, self.currency) = (paymentId, orderId, userId, amount, currency)
        self.failureCode = failureCode
    }
}
