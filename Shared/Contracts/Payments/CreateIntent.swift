import Kernel

/// Prepare a payment for an order. Answered by `IntentCreated`.
public struct CreateIntent: Message, Equatable {
    public static let type: MessageType = "payments.create-intent.v1"
    /// The header of a request by which somebody asks the sandbox for a fault in the payment that it prepares or starts.
    public static let sandboxHeader = "x-sandbox-payment"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    public let organizerId: User.ID?
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public let eventId: EventID?
    /// No attempt may start after this time.
    public let holdExpiresAt: Timestamp?
    /// The provider's misbehaviour asked for (`X-Sandbox-Payment`).
    public let sandbox: String?
    /// Absent: the money is taken at once.
    public var captureMethod: CaptureMethod?
    /// Lets its holder pay without an account. Only its hash is stored.
    public var clientSecretHash: String?
    /// The page a guest returns to after paying.
    public var returnUrl: String?
    /// A kept method of the customer: the payment starts at once with it. An unknown one fails as `payment_method_not_found`.
    public var paymentMethodId: String?
    /// Without a `paymentMethodId`: the payment starts at once with the customer's default method. Who keeps none pays later; a tip
    /// fails then, as `payment_method_not_found`.
    public var usesDefaultMethod: Bool?
    /// Without a `paymentMethodId`: the payment starts at once with the method by which this other payment of the customer was made,
    /// whether or not it is still kept.
    public var methodOfPaymentId: PaymentID?
    /// Absent: an order has one payment that counts, and it is this one.
    public var purpose: PaymentPurpose?
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, organizerId: User.ID? = nil, amount: Int, currency: Currency,
                eventId: EventID? = nil, holdExpiresAt: Timestamp? = nil, sandbox: String? = nil) {
        (self.paymentId, self.orderId, self.userId) = (paymentId, orderId, userId)
        (self.organizerId, self.amount, self.currency) = (organizerId, amount, currency)
        (self.eventId, self.holdExpiresAt, self.sandbox) = (eventId, holdExpiresAt, sandbox)
    }
}
