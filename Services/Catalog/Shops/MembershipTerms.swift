import Contracts
import Kernel

/// What a membership costs, as the app shows it at its start. The terms are those of the service that sells it: `settings.orders.membership` of the tenant file.
struct MembershipTerms: Decodable {
    struct Plan: Decodable {
        let months: Int
        /// Minor units of the tenant's currency.
        let price: Int
    }
    let plans: [Plan]
    let inAppOrders: Bool

    private enum Key: String, CodingKey { case plans, inAppOrders }
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        plans = try (values.decodeIfPresent([Plan].self, forKey: .plans) ?? []).filter { $0.months > 0 }.sorted { $0.months < $1.months }
        inAppOrders = try values.decodeIfPresent(Bool.self, forKey: .inAppOrders) ?? false
    }
    static func of(_ definition: TenantDefinition) throws -> MembershipTerms {
        try (definition.settings["orders"]?["membership"] ?? .object([:])).decoded()
    }

    /// Whole percents less than the same months bought one by one.
    func savingPercent(_ plan: Plan) -> Int {
        guard let single = plans.first(where: { $0.months == 1 }), single.price > 0 else { return 0 }
        return max(0, 100 - plan.price * 100 / (single.price * plan.months))
    }
}
