import Kernel

/// The customer must approve (PIN, 3-D Secure).
public struct PaymentRequiresAction: DomainEvent, Equatable {
    public static let type: MessageType = "payments.payment-requires-action.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public let attempt: Int
    public let method: String
    public let instructions: String
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, amount: Int, currency: Currency, attempt: Int, method: String,
                instructions: String) {
        (self.paymentId, self.orderId, self.userId) = (paymentId, orderId, userId)
        (self.amount, self.currency, self.attempt) = (amount, currency, attempt)
        (self.method, self.instructions) = (method, instructions)
    }
}
