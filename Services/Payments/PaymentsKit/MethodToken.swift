import Contracts
import Kernel

/// A means of payment after tokenisation: nothing in it can be charged by whoever reads it.
public struct MethodToken: Codable, Sendable, Equatable {
    /// Name of the provider: `card`, `mtn_momo`.
    public let type: String
    /// What the provider recognises the method by. Only the provider knows what it means.
    public let reference: String
    /// Last digits, for the owner to recognise it.
    public let last4: String
    /// `visa`, `mastercard`, …; nil where there is no such thing.
    public let brand: String?
    /// 1–12, cards only.
    public let expMonth: Int?
    public let expYear: Int?
    public init(type: String, reference: String, last4: String, brand: String? = nil, expMonth: Int? = nil, expYear: Int? = nil) {
        (self.type, self.reference, self.last4, self.brand, self.expMonth, self.expYear) =
            (type, reference, last4, brand, expMonth, expYear)
    }

    /// The type of cash.
    package static let cash = "cash"
    /// Stands for a method that nobody could find.
    package static let unknown = MethodToken(type: "card", reference: "unknown", last4: "")
}

/// What a customer types in. Lives only inside a preprocessor.
public struct MethodDetails: Decodable, Sendable {
    public let type: String
    public let number: String?
    public let expMonth: Int?
    public let expYear: Int?
    public let cvc: String?
    public let phone: String?
    /// What the provider's own form gave the app in place of a number: `pm_…`.
    public let token: String?
    public init(type: String, number: String? = nil, expMonth: Int? = nil, expYear: Int? = nil, cvc: String? = nil,
                phone: String? = nil, token: String? = nil) {
        (self.type, self.number, self.expMonth, self.expYear) = (type, number, expMonth, expYear)
        (self.cvc, self.phone, self.token) = (cvc, phone, token)
    }
}
