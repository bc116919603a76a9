import CatalogEvents
import CatalogKit
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

    /// - Parameter scored: the soonest first.
    package init(_ scored: [Recommendation], facts: UserFacts, isColdStart: Bool, zone: TimeZoneRules, now: Timestamp) {
        let weekend = NamedWindow.thisWeekend.window(at: now, in: zone)
        func section(_ key: String, _ title: String, _ items: some Sequence<Recommendation>) -> Section? {
            let first = Array(items.prefix(Self.eventsMax))
            return first.isEmpty ? nil : Section(key: key, title: title, items: first, isPersonal: !isColdStart)
        }
        let happening = section("happeningNow", "Happening Now", scored.lazy.filter { $0.event.isRunning(at: now) })
        let thisWeekend = section("thisWeekend", "This Weekend", scored.lazy.filter { item in
            guard let start = item.event.startDate, let end = item.event.endDate else { return false }
            return weekend.takesIn(start: start, end: end, now: now)
        })
        let free = section("free", "Free Events", scored.lazy.filter { $0.event.isFree })
        let popular = section("popular", "Popular Right Now", Self.popular(scored, Self.eventsMax))
        if isColdStart {
            let coming = scored.lazy.filter {
                guard let start = $0.event.startDate else { return false }
                return start > now && start <= now + .days(Self.comingUpDays)
            }
            sections = [popular, section("upcomingSoon", "Coming Up", coming), section("diverse", "Discover", Self.diverse(scored)),
                happening, thisWeekend, free].compactMap { $0 }
        } else {
            func best(_ isIn: @escaping (Recommendation) -> Bool) -> [Recommendation] {
                scored.lazy.filter(isIn).smallest(Self.eventsMax) { $0.score > $1.score }
            }
            let liked = Set(facts.settings.preferredCategories + facts.inferredCategories)
            let interests = liked.isEmpty ? [] : best { liked.contains($0.event.category ?? "") }
            sections = [section("recommended", "Recommended for You", best { $0.score > 0 }), happening, section("interests",
                "Based on Your Interests", interests),
                        section("nearYou", "Events Near You", Self.near(scored, facts)), popular, thisWeekend, free].compactMap { $0 }
        }
    }

    /// Some are sold or liked; the fullest first, then the soonest.
    static func popular(_ items: [Recommendation], _ count: Int = .max) -> [Recommendation] {
        items.lazy.filter { $0.event.soldShare > 0 || $0.event.favorites > 0 }.smallest(count) { one, other in
            let (full, less) = (one.event.soldShare, other.event.soldShare)
            return full != less ? full > less : one.event.favorites > other.event.favorites
        }
    }

    /// At most so many of a category.
    private static func diverse(_ items: [Recommendation]) -> some Sequence<Recommendation> {
        var counts: [String: Int] = [:]
        var chosen: [Recommendation] = []
        for item in items where chosen.count < eventsMax {
            let category = item.event.category ?? ""
            counts[category, default: 0] += 1
            if counts[category, default: 0] <= perCategoryMax { chosen.append(item) }
        }
        return chosen
    }

    private static func near(_ items: [Recommendation], _ facts: UserFacts) -> [Recommendation] {
        guard facts.location != nil else { return [] }
        return items.lazy.compactMap { item in facts.distanceKm(to: item.candidate).map { (item, km: $0) } }
            .filter { $0.km <= facts.settings.maxTravelDistanceKm }
            .smallest(eventsMax) { ($0.km, $0.0.event.id) < ($1.km, $1.0.event.id) }.map(\.0)
    }
}
