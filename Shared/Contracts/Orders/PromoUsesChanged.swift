import Kernel

/// How many orders use a promo code now: it rises when an order takes the code and falls when the code is given back.
public struct PromoUsesChanged: DomainEvent, Equatable {
    public static let type: MessageType = "orders.promo-uses-changed.v1"
    public let code: String
    public let uses: Int
    public var subject: String { "promo-codes/\(code)" }
    public init(code: String, uses: Int) { (self.code, self.uses) = (code, uses) }
}
