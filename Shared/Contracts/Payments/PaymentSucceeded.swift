import Kernel

/// The money is captured.
public struct PaymentSucceeded: DomainEvent, Equatable {
    public static let type: MessageType = "payments.payment-succeeded.v1"
    public static let awaitedBy = Awaiting.only(["orders", "scheduling"])
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Minor units that were captured.
    public let amount: Int
    public let currency: Currency
    public let attempt: Int
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    /// With a purpose only: receipts name it.
    public var paidWith: PaidWith?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, amount: Int, currency: Currency, attempt: Int) {
        (self.paymentId, self.orderId, self.userId) = (paymentId, orderId, userId)
        (self.amount, self.currency, self.attempt) = (amount, currency, attempt)
    }
}
