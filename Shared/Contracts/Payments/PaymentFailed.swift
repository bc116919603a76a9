import Kernel

/// An attempt failed; another may follow.
public struct PaymentFailed: DomainEvent, Equatable {
    public static let type: MessageType = "payments.payment-failed.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public let attempt: Int
    public let failureCode: String
    public let retryUntil: Timestamp?
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, amount: Int, currency: Currency, attempt: Int,
                failureCode: String, retryUntil: Timestamp? = nil) {
        (self.paymentId, self.orderId, self.userId) = (paymentId, orderId, userId)
        (self.amount, self.currency, self.attempt) = (amount, currency, attempt)
        (self.failureCode, self.retryUntil) = (failureCode, retryUntil)
    }
}
