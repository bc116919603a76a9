import CatalogDiscovery
import CatalogEvents
import CatalogKit
import CatalogService
import Contracts
import Foundation
import Kernel
import SoukPlatform
import Storage

/// How many events the recommendation engine scores on one core: the pure function by itself, in memory, for
/// somebody of whom every kind of fact is known. Median of five rounds.
package struct ScoringMeasure {
    private static let events = 20_000, passes = 10, rounds = 5

    package struct Result: Codable, Sendable {
        let scoredPerSecond: Double
        /// Scored and all of them sorted; an answer sorts only its page.
        let rankedPerSecond: Double
        package var text: String {
            "recommendations: \(Int(scoredPerSecond)) events scored per second on one core; \(Int(rankedPerSecond)) with the order of all"
        }
    }
    private let definition: TenantDefinition
    private let settings: CatalogSettings

    /// - Parameter definition: a tenant with events.
    package init(_ definition: TenantDefinition) throws {
        self.definition = definition
        settings = try definition.settings(of: "catalog")
    }

    package func run(now: Timestamp) throws -> Result {
        let candidates = try candidates(now)
        var own = InterestSettings()
        (own.preferredCategories, own.city, own.pricePreference) = (["music", "technology", "food"], "kampala", "moderate")
        let categories = settings.categories.map(\.slug)
        let deeds = (0..<40).map {
            Deed(event: EventID("deed-\($0)"), category: categories[$0 % categories.count], views: $0, isFavorite: $0 % 3 == 0,
                 orders: $0 % 5 == 0 ? 1 : 0)
        }
        let facts = UserFacts(settings: own, deeds: deeds, followed: Set((0..<10).map { EventTown.organizer($0) }),
                              location: EventTown.cities[0].place)
        let engine = Recommender(facts: facts, profile: .weighted, settings: settings,
                                 zone: try TimeZoneRules.named(definition.timezone), now: now)
        var scored: [Double] = [], ranked: [Double] = []
        var sum = 0
        for _ in 0..<Self.rounds {
            scored.append(perSecond { for candidate in candidates { sum &+= engine.recommend(candidate).score } })
            ranked.append(perSecond { sum &+= engine.ranked(candidates).prefix(20).reduce(0) { $0 + $1.score } })
        }
        guard sum != 0 else { throw Installation.Invalid(description: "scoring: nothing was scored") }
        return Result(scoredPerSecond: scored.sorted()[Self.rounds / 2], rankedPerSecond: ranked.sorted()[Self.rounds / 2])
    }

    /// Of a town that has twice as many: half of its events are over.
    private func candidates(_ now: Timestamp) throws -> [Candidate] {
        let folder = NSTemporaryDirectory() + "souk-scoring-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
        defer { file.close() }
        try EventTown(definition, settings).fill(file, 2 * Self.events + 2000, now)
        let events = try file.pool.read {
            try EventListStore(database: $0, tenant: definition.tenant).soonest(Self.events, for: nil, reachedAges: [], now: now)
        }
        guard events.count == Self.events else { throw Installation.Invalid(description: "scoring: the town has too few events") }
        return events.map { Candidate($0) }
    }

    private func perSecond(_ work: () -> Void) -> Double {
        let started = ContinuousClock.now
        for _ in 0..<Self.passes { work() }
        let took = ContinuousClock.now - started
        let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
        return Double(Self.events * Self.passes) / seconds
    }
}
