import Contracts
import Kernel

/// What to suggest to one person who is not looking: coming events only, a few, the best first.
struct SuggestedEvents {
    static let eventsMax = 3
    let items: [Recommendation]
    /// To the nearest of what many people go to; nil: not asked for, or no place is known.
    var distanceKm: Double?
    var isNearby = false

    /// Nil: there is nothing to say.
    init?(_ choice: SuggestEvents.Choice, ranked: [Recommendation], facts: UserFacts, isColdStart: Bool, now: Timestamp) {
        let coming = ranked.filter { ($0.event.startDate ?? .distantPast) > now }
        switch choice {
        case .personal:
            guard !isColdStart else { return nil }
            items = Self.first(coming.filter { $0.score > 0 })
        case .personalOrPopular:
            items = Self.first(isColdStart ? Self.popular(coming) : coming.filter { $0.score > 0 })
        case .near:
            guard let area = Area(Self.popular(coming), facts) else { return nil }
            (items, distanceKm, isNearby) = (Self.first(area.near), area.distanceKm, !area.near.isEmpty)
        }
        if items.isEmpty, distanceKm == nil { return nil }
    }

    private static func first(_ items: [Recommendation]) -> [Recommendation] { Array(items.prefix(eventsMax)) }
    private static func popular(_ coming: [Recommendation]) -> [Recommendation] {
        HomeFeed.popular(coming.sorted { $0.event.startsBefore($1.event) })
    }

    /// What lies around somebody: by their place, else in their city. Nil: neither is known.
    private struct Area {
        let near: [Recommendation]
        let distanceKm: Double?
        init?(_ items: [Recommendation], _ facts: UserFacts) {
            if let here = facts.location {
                let measured = items.compactMap { item in item.event.place.map { (item, here.distanceKm(to: $0)) } }
                near = measured.filter { $0.1 <= facts.settings.maxTravelDistanceKm }.map(\.0)
                distanceKm = measured.map(\.1).min()
            } else if let city = facts.settings.city?.folded {
                near = items.filter { $0.event.cityFolded == city }
                distanceKm = nil
            } else {
                return nil
            }
        }
    }
}
