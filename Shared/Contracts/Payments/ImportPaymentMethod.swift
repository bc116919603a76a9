import Kernel

/// Imports a payment method that somebody kept before this platform, as a token. Not reachable by HTTP. A person's first one is the
/// default.
public struct ImportPaymentMethod: Message, Equatable {
    public static let type: MessageType = "payments.import-payment-method.v1"
    public let methodId: String
    public let userId: User.ID
    /// Name of the provider: `card`.
    public let methodType: String
    /// What the provider recognises the method by.
    public let reference: String
    public let last4: String
    public let brand: String?
    public let expMonth: Int?
    public let expYear: Int?
    public init(methodId: String, userId: User.ID, methodType: String, reference: String, last4: String, brand: String? = nil,
                expMonth: Int? = nil, expYear: Int? = nil) {
        (self.methodId, self.userId, self.methodType, self.reference) = (methodId, userId, methodType, reference)
        (self.last4, self.brand, self.expMonth, self.expYear) = (last4, brand, expMonth, expYear)
    }
}
