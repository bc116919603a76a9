import Kernel

/// A kept method as its owner sees it.
public struct PaymentMethodAnswer: Encodable, Sendable {
    package let id: MethodID
    package let type: String
    package let brand: String?
    package let last4: String
    package let expMonth: Int?
    package let expYear: Int?
    let isDefault: Bool
    package let createdAt: Timestamp
    public init(_ method: PaymentMethod) {
        (id, type, brand, last4) = (method.id, method.token.type, method.token.brand, method.token.last4)
        (expMonth, expYear, isDefault, createdAt) =
            (method.token.expMonth, method.token.expYear, method.isDefault, method.createdAt.wholeSeconds)
    }
}
