import Kernel

/// An attempt is under way. It comes again, with the same times, when the customer has acted and the result takes time.
public struct PaymentStarted: DomainEvent, Equatable {
    public static let type: MessageType = "payments.payment-started.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public let attempt: Int
    public let method: String
    public let startedAt: Timestamp
    /// The attempt has a result by then.
    public let deadlineAt: Timestamp
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, amount: Int, currency: Currency, attempt: Int, method: String,
                startedAt: Timestamp, deadlineAt: Timestamp) {
        (self.paymentId, self.orderId, self.userId) = (paymentId, orderId, userId)
        (self.amount, self.currency, self.attempt) = (amount, currency, attempt)
        (self.method, self.startedAt, self.deadlineAt) = (method, startedAt, deadlineAt)
    }
}
