import Kernel

/// The price of a membership, and whether the app sells it.
public struct MembershipTerms: SharedSettings {
    public static let owner: ServiceName = "orders"
    public static let place = "membership"

    public struct Plan: Decodable, Sendable, Equatable {
        public let months: Int
        /// Minor units of the tenant's currency.
        public let price: Int
    }
    /// By length, shortest first.
    public let plans: [Plan]
    public let inAppOrders: Bool

    private enum Key: String, CodingKey { case plans, inAppOrders }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        plans = try (container.decodeIfPresent([Plan].self, forKey: .plans) ?? []).filter { $0.months > 0 }.sorted { $0.months < $1.months }
        inAppOrders = try container.decodeIfPresent(Bool.self, forKey: .inAppOrders) ?? false
    }
}
