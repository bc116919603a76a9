import Contracts
import Foundation
import SoukMeasures
import SoukPlatform

/// What needs no platform: one part of the system, measured in this process.
enum PartMeasure: String, CaseIterable {
    case replay, decisions, nearby, slots, events, scoring, restaurants, orders

    /// Measures and answers a line for people.
    func summary() throws -> String {
        switch self {
        case .replay: try Self.measureReplay().text
        case .decisions: try Self.measureDecisions().text
        case .slots: try SlotMeasure().run().text
        case .nearby: try NearbyMeasure(Self.with("partner-shop")).run(now: .now()).text
        case .events: try EventListMeasure(Self.with("event")).run().text
        case .scoring: try ScoringMeasure(Self.with("event")).run(now: .now()).text
        case .orders: try OrderGrowthMeasure(Self.with("event"), now: .now()).run().text
        case .restaurants: try RestaurantMeasure(Self.with("restaurant")).run(now: .now()).text
        }
    }

    /// This one and the next are parts of the whole report, too.
    static func measureReplay() throws -> BenchReport.Replay { try ReplayMeasure().run(now: .now()) }

    static func measureDecisions() throws -> BenchReport.Decisions {
        let folder = try Installation().folder("deploy/tenants")
        guard let file = try TenantFolder.load(folder).first(where: { $0.definition.tenant == "eventpass" }) else {
            throw Installation.Invalid(description: "there is no eventpass.yml in \(folder)")
        }
        return try DecisionMeasure(file.definition).run()
    }

    /// A tenant with that plugin of the catalog.
    private static func with(_ plugin: String) throws -> TenantDefinition {
        let tenants = try TenantFolder.load(try Installation().folder("deploy/tenants"))
        guard let tenant = tenants.first(where: { $0.definition.plugins["catalog"]?.contains(plugin) == true }) else {
            throw Installation.Invalid(description: "no tenant in deploy/tenants has the catalog plugin \(plugin)")
        }
        return tenant.definition
    }
}
