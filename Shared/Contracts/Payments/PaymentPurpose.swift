/// What a payment of an order is for. Payments of different purposes stand side by side; of one purpose an order is paid once.
public enum PaymentPurpose: String, Codable, Sendable, CaseIterable {
    case order
    /// For the person who brought the goods, after the order ended.
    case tip
    /// What a capture should have brought and did not.
    case balance
}

/// By which card a payment was made, as far as a receipt may say it.
public struct PaidWith: Codable, Sendable, Equatable {
    /// `card`, `apple_pay`.
    public let method: String
    /// `visa`, `mastercard`, …
    public let brand: String?
    public let last4: String?
    public init(method: String, brand: String?, last4: String?) { (self.method, self.brand, self.last4) = (method, brand, last4) }
}
