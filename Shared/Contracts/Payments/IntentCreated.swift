import Kernel

/// A payment waits for its method.
public struct IntentCreated: DomainEvent, Equatable {
    public static let type: MessageType = "payments.intent-created.v1"
    public static let awaitedBy = Awaiting.only(["orders", "scheduling"])
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, amount: Int, currency: Currency) {
        (self.paymentId, self.orderId, self.userId, self.amount, self.currency) = (paymentId, orderId, userId, amount, currency)
    }
}
