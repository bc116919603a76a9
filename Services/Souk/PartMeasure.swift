import Contracts
import Foundation

/// What needs no platform: one part of the system, measured in this process.
enum PartMeasure: String, CaseIterable {
    case replay, decisions, nearby, slots, events, scoring, restaurants

    /// Measures and answers a line for people.
    func summary() throws -> String {
        switch self {
        case .replay: return try ReplayMeasure().run(now: .now()).text
        case .decisions: return try DecisionMeasure(folder: Installation().folder("deploy/tenants")).run().text
        case .slots: return try SlotMeasure().run().text
        case .nearby:
            let tenants = try TenantFolder.load(try Installation().folder("deploy/tenants"))
            guard let tenant = tenants.first(where: { $0.definition.plugins["catalog"]?.contains("partner-shop") == true }) else {
                throw Installation.Invalid(description: "nearby: no tenant in deploy/tenants has partner shops")
            }
            return try NearbyMeasure(tenant.definition).run(now: .now()).text
        case .events: return try EventListMeasure(Self.with("event")).run().text
        case .scoring: return try ScoringMeasure(Self.with("event")).run(now: .now()).text
        case .restaurants: return try RestaurantMeasure(Self.with("restaurant")).run(now: .now()).text
        }
    }

    private static func with(_ plugin: String) throws -> TenantDefinition {
        let tenants = try TenantFolder.load(try Installation().folder("deploy/tenants"))
        guard let tenant = tenants.first(where: { $0.definition.plugins["catalog"]?.contains(plugin) == true }) else {
            throw Installation.Invalid(description: "no tenant in deploy/tenants has the catalog plugin \(plugin)")
        }
        return tenant.definition
    }
}
