import CatalogEvents

/// The signals of R6, in the order of its table.
package enum Signal: String, Sendable, CaseIterable {
    case categoryMatch, purchaseHistory, followedOrganizer, likeHistory, happeningNow, sameCity, nearby, upcomingSoon, popular, thisWeekend,
        priceMatch, highRating
    case freeEvent, recentlyAdded, farEvent, preferredDay, preferredTime, interactions, timeDecay
}

/// Which points count.
package enum RecommendationProfile: String, Sendable, CaseIterable {
    case weighted, discovery

    var defaults: [Signal: Int] {
        switch self {
        case .weighted:
            [.categoryMatch: 40, .purchaseHistory: 35, .followedOrganizer: 30, .likeHistory: 25, .happeningNow: 25, .sameCity: 20,
                .nearby: 15, .upcomingSoon: 15,
             .popular: 10, .thisWeekend: 10, .priceMatch: 8, .highRating: 5, .freeEvent: 5, .recentlyAdded: 5, .farEvent: -10]
        case .discovery: [.sameCity: 50, .categoryMatch: 30, .interactions: 10, .popular: 20, .timeDecay: 15]
        }
    }

    /// Points per signal, with what the tenant set over the defaults.
    package func weights(_ settings: RecommendationSettings) -> [Signal: Int] {
        var weights = defaults
        for (name, points) in settings.weights[rawValue] ?? [:] { if let signal = Signal(rawValue: name) { weights[signal] = points } }
        return weights
    }

    /// The profile of a person: stable, by a hash of the id, as the tenant splits its users.
    package static func of(_ user: String?, _ settings: RecommendationSettings) -> RecommendationProfile {
        guard let user else { return .weighted }
        // FNV-1a, 64 bits.
        let hash = user.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        var place = Int(hash % 100)
        for profile in allCases where profile != .weighted {
            place -= settings.split[profile.rawValue] ?? 0
            if place < 0 { return profile }
        }
        return .weighted
    }

    /// Thresholds of the rules, for `GET /recommendations/config`.
    package static let popularRatio = 0.5
    package static let highRatingStars = 4.0
    package static let soonDays = 7
    package static let recentDays = 7
    package static let decayDays = 30.0
    package static let interactionsMax = 100
}
