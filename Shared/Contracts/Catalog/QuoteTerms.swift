import Kernel

/// What every order of food costs besides the food, and how it may be paid: the app's decision, not the restaurant's.
public struct QuoteTerms: SharedSettings {
    public static let owner: ServiceName = "catalog"
    public static let place = "quotes"

    /// Of each order, in minor units.
    public let serviceFee: Int
    /// The part of value-added tax in prices and fees.
    public let taxPercent: Int
    /// How long a quote may be ordered.
    public let quoteMinutes: Int
    /// The highest total of an order that is paid in cash, in minor units; nil: no limit.
    public let cashLimit: Int?

    private enum Key: String, CodingKey { case serviceFee, taxPercent, quoteMinutes, cashLimit }
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        serviceFee = try values.decodeIfPresent(Int.self, forKey: .serviceFee) ?? 0
        taxPercent = try values.decodeIfPresent(Int.self, forKey: .taxPercent) ?? 0
        quoteMinutes = try values.decodeIfPresent(Int.self, forKey: .quoteMinutes) ?? 15
        cashLimit = try values.decodeIfPresent(Int.self, forKey: .cashLimit)
    }
}
