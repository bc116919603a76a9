import Kernel

/// The card's bank keeps the money ready (`captureMethod: manual`). Nothing has moved yet.
public struct PaymentAuthorized: DomainEvent, Equatable {
    public static let type: MessageType = "payments.payment-authorized.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public let attempt: Int
    /// At this time the authorisation ends by itself, and the payment is canceled.
    public let authorizationExpiresAt: Timestamp
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, amount: Int, currency: Currency, attempt: Int,
                authorizationExpiresAt: Timestamp) {
        (self.paymentId, self.orderId, self.userId) = (paymentId, orderId, userId)
        (self.amount, self.currency, self.attempt) = (amount, currency, attempt)
        self.authorizationExpiresAt = authorizationExpiresAt
    }
}
