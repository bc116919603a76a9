import CatalogEvents
import Contracts
import Kernel

/// The sections of the home screen (R6), each at most ten events; empty ones are left out.
package struct HomeFeed: Sendable {
    package struct Section: Sendable {
        package let key: String
        package let title: String
        package let items: [Recommendation]
        /// Whether the scores mean something to this person.
        package let isPersonal: Bool
    }
    package static let eventsMax = 10
    private static let comingUpDays = 3
    private static let perCategoryMax = 2

    package let sections: [Section]

    package init(_ ranked: [Recommendation], facts: UserFacts, isColdStart: Bool, zone: TimeZoneRules, now: Timestamp) {
        let weekend = NamedWindow.thisWeekend.window(at: now, in: zone)
        func start(_ item: Recommendation) -> Timestamp { item.candidate.event.startDate ?? .distantFuture }
        let byTime = ranked.sortedByTime()
        func section(_ key: String, _ title: String, _ items: [Recommendation]) -> Section? {
            items.isEmpty ? nil : Section(key: key, title: title, items: Array(items.prefix(Self.eventsMax)), isPersonal: !isColdStart)
        }
        let happening = section("happeningNow", "Happening Now", byTime.filter { $0.candidate.event.status(at: now) == .ongoing })
        let thisWeekend = section("thisWeekend", "This Weekend", byTime.filter { item in
            guard let start = item.candidate.event.startDate, let end = item.candidate.event.endDate else { return false }
            return weekend.takesIn(start: start, end: end, now: now)
        })
        let free = section("free", "Free Events", byTime.filter { $0.candidate.event.prices.isFree })
        let popular = section("popular", "Popular Right Now", Self.popular(byTime))
        if isColdStart {
            let coming = byTime.filter { start($0) > now && start($0) <= now + .days(Self.comingUpDays) }
            sections = [popular, section("upcomingSoon", "Coming Up", coming), section("diverse", "Discover", Self.diverse(byTime)),
                happening, thisWeekend, free].compactMap { $0 }
        } else {
            let liked = Set(facts.settings.preferredCategories + facts.inferredCategories)
            let interests = ranked.filter { liked.contains($0.candidate.event.category ?? "") }
            sections = [section("recommended", "Recommended for You", ranked.filter { $0.score > 0 }), happening, section("interests",
                "Based on Your Interests", interests),
                        section("nearYou", "Events Near You", Self.near(byTime, facts)), popular, thisWeekend, free].compactMap { $0 }
        }
    }

    /// Some are sold or liked; the fullest first.
    static func popular(_ items: [Recommendation]) -> [Recommendation] {
        items.filter { $0.candidate.soldRatio > 0 || $0.candidate.event.favoriteCount > 0 }
            .sorted { Fullness(soldRatio: $0.candidate.soldRatio, favorites: $0.candidate.event.favoriteCount) }
    }
    /// The larger comes first.
    private struct Fullness: Comparable {
        let soldRatio: Double, favorites: Int
        static func < (one: Fullness, other: Fullness) -> Bool {
            one.soldRatio != other.soldRatio ? one.soldRatio > other.soldRatio : one.favorites > other.favorites
        }
    }

    private static func diverse(_ items: [Recommendation]) -> [Recommendation] {
        var counts: [String: Int] = [:]
        return items.filter { item in
            counts[item.candidate.event.category ?? "", default: 0] += 1
            return counts[item.candidate.event.category ?? "", default: 0] <= perCategoryMax
        }
    }

    private static func near(_ items: [Recommendation], _ facts: UserFacts) -> [Recommendation] {
        guard let here = facts.location else { return [] }
        return items.compactMap { item in item.candidate.coordinates.map { (item, here.distanceKm(to: $0)) } }
            .filter { $0.1 <= facts.settings.maxTravelDistanceKm }
            .sorted { ($0.1, $0.0.candidate.event.id) < ($1.1, $1.0.candidate.event.id) }.map(\.0)
    }
}
