import CatalogEvents
import Contracts
import Kernel

/// Why an event is recommended, with arithmetic: the points of all reasons add up to the score.
package struct Recommendation: Sendable {
    package struct Reason: Sendable, Equatable {
        package let signal: Signal
        package let points: Int
        package let text: String
    }
    /// A signal and what it gave.
    struct Earned: Sendable {
        let signal: Signal
        let points: Int
    }
    package let candidate: Candidate
    package let score: Int
    /// Positive ones by points, then in the order of the table; negative ones last.
    let earned: [Earned]
    private let texts: ReasonTexts

    init(candidate: Candidate, earned: [Earned], texts: ReasonTexts) {
        (self.candidate, self.earned, self.texts) = (candidate, earned, texts)
        score = earned.reduce(0) { $0 + $1.points }
    }
    package var reasons: [Reason] {
        earned.map { Reason(signal: $0.signal, points: $0.points, text: texts.text(for: $0.signal, candidate)) }
    }
    package var reason: String? {
        earned.first.flatMap { $0.points > 0 ? texts.text(for: $0.signal, candidate) : nil }
    }
}

/// R6 as a pure function of facts, event, time and weights. What does not depend on the event is computed once:
/// one core scores more than a hundred thousand events a second.
package struct Recommender: Sendable {
    /// Events of a category that somebody did something with.
    private enum Alike: Sendable {
        case one(EventID)
        case several

        /// Whether one of them is another event than this.
        func hasOther(than event: EventID) -> Bool {
            switch self {
            case .one(let only): only != event
            case .several: true
            }
        }
        static func of(_ deeds: [Deed]) -> [String: Alike] {
            deeds.reduce(into: [:]) { alike, deed in
                alike[deed.category] = alike[deed.category].map { $0.hasOther(than: deed.event) ? .several : $0 } ?? .one(deed.event)
            }
        }
    }
    private let facts: UserFacts
    private let profile: RecommendationProfile
    /// In the order of the table; none without points.
    private let weights: [(signal: Signal, points: Int)]
    private let zone: TimeZoneRules
    private let now: Timestamp
    private let weekend: TimeWindow
    private let soon: Timestamp, recent: Timestamp
    private let categoryWeights: [String: Int]
    private let preferred: Set<String>
    private let bought: [String: Alike], liked: [String: Alike]
    private let cityFolded: String?
    private let texts: ReasonTexts

    package init(facts: UserFacts, profile: RecommendationProfile, settings: CatalogSettings, zone: TimeZoneRules, now: Timestamp) {
        (self.facts, self.profile, self.zone, self.now) = (facts, profile, zone, now)
        let all = profile.weights(settings.recommendations)
        weights = Signal.allCases.compactMap { signal in all[signal].flatMap { $0 == 0 ? nil : (signal, $0) } }
        weekend = NamedWindow.thisWeekend.window(at: now, in: zone)
        soon = now + .days(RecommendationProfile.soonDays)
        recent = now - .days(RecommendationProfile.recentDays)
        categoryWeights = facts.categoryWeights
        preferred = Set(facts.settings.preferredCategories)
        bought = Alike.of(facts.deeds.filter { $0.orders > 0 })
        liked = Alike.of(facts.deeds.filter(\.isFavorite))
        cityFolded = facts.settings.city?.folded
        texts = ReasonTexts(facts: facts, settings: settings, zone: zone, now: now)
    }

    /// Score, then start, then id.
    package func ranked(_ candidates: [Candidate]) -> [Recommendation] {
        candidates.map(recommend).sorted { -$0.score }
    }

    package func recommend(_ candidate: Candidate) -> Recommendation {
        var earned: [Recommendation.Earned] = []
        earned.reserveCapacity(weights.count)
        let km = facts.distanceKm(to: candidate)
        for (signal, weight) in weights {
            guard let points = points(for: signal, weight, candidate, km), points != 0 else { continue }
            // A handful in the order of the table: each goes before the first that gives less.
            let new = Recommendation.Earned(signal: signal, points: points)
            earned.insert(new, at: earned.firstIndex { Self.isBefore(points, $0.points) } ?? earned.count)
        }
        return Recommendation(candidate: candidate, earned: earned, texts: texts)
    }
    private static func isBefore(_ points: Int, _ other: Int) -> Bool {
        (points > 0) != (other > 0) ? points > 0 : points > other
    }

    /// Nil: the signal does not apply.
    private func points(for signal: Signal, _ weight: Int, _ candidate: Candidate, _ km: Double?) -> Int? {
        let event = candidate.event
        switch signal {
        case .interactions:
            let points = min(RecommendationProfile.interactionsMax, weight * (event.category.flatMap { categoryWeights[$0] } ?? 0))
            return points == 0 ? nil : points
        case .timeDecay:
            guard let start = event.startDate else { return nil }
            let days = max(0, Double((start - now).wholeMilliseconds) / 86_400_000)
            return Int(max(0, Double(weight) * (1 - days / RecommendationProfile.decayDays)).rounded())
        case .popular where profile == .discovery: return Int((Double(weight) * candidate.soldRatio).rounded())
        default: return applies(signal, candidate, km) ? weight : nil
        }
    }

    private func applies(_ signal: Signal, _ candidate: Candidate, _ km: Double?) -> Bool {
        let event = candidate.event
        let category = event.category ?? ""
        switch signal {
        case .categoryMatch: return preferred.contains(category)
        case .purchaseHistory: return bought[category]?.hasOther(than: event.id) ?? false
        case .followedOrganizer: return facts.followed.contains(event.organizerID)
        case .likeHistory: return liked[category]?.hasOther(than: event.id) ?? false
        case .happeningNow: return event.status(at: now) == .ongoing
        case .sameCity: return cityFolded.map { $0 == event.place.city?.folded } ?? false
        case .nearby: return km.map { $0 <= facts.settings.maxTravelDistanceKm } ?? false
        case .farEvent: return km.map { $0 > facts.settings.maxTravelDistanceKm } ?? false
        case .upcomingSoon: return event.startDate.map { now < $0 && $0 <= soon } ?? false
        case .popular: return candidate.soldRatio >= RecommendationProfile.popularRatio
        case .thisWeekend:
            guard let start = event.startDate, let end = event.endDate else { return false }
            return weekend.takesIn(start: start, end: end, now: now)
        case .priceMatch: return candidate.band != nil && candidate.band?.rawValue == facts.settings.pricePreference
        case .highRating: return candidate.rating.map { $0 >= RecommendationProfile.highRatingStars } ?? false
        case .freeEvent: return event.prices.isFree
        case .recentlyAdded: return event.publishedAt.map { $0 > recent } ?? false
        case .preferredDay: return event.startDate.map { facts.settings.preferredDaysOfWeek.contains(zone.local($0).weekday) } ?? false
        case .preferredTime:
            return event.startDate.map { facts.settings.preferredTimesOfDay.contains(Self.timeOfDay(zone.local($0))) } ?? false
        case .interactions, .timeDecay: return false  // Counted above: their points are no fixed number.
        }
    }

    package static func timeOfDay(_ time: LocalTime) -> String {
        switch time.hour {
        case 5..<12: "morning"
        case 12..<17: "afternoon"
        case 17..<21: "evening"
        default: "night"
        }
    }
}

extension [Recommendation] {
    /// By a key, then start, then id. Keys are sorted, because comparing whole events copies them.
    func sorted<Key: Comparable>(by key: (Recommendation) -> Key) -> [Recommendation] {
        let keys = enumerated().map { index, item in
            (first: key(item), start: item.candidate.event.startDate ?? .distantFuture, id: item.candidate.event.id, index: index)
        }
        return keys.sorted { ($0.first, $0.start, $0.id) < ($1.first, $1.start, $1.id) }.map { self[$0.index] }
    }
    /// By start, then id.
    func sortedByTime() -> [Recommendation] { sorted { _ in 0 } }
}

extension UserFacts {
    /// Nil: one of both places is not known.
    func distanceKm(to candidate: Candidate) -> Double? {
        location.flatMap { here in candidate.coordinates.map { here.distanceKm(to: $0) } }
    }
}
