import CatalogEvents
import CatalogKit
import Contracts
import Kernel

/// An event and how well it fits somebody.
package struct Recommendation: Sendable {
    /// Why, with arithmetic: the points of all reasons add up to the score.
    package struct Reason: Sendable, Equatable {
        package let signal: Signal
        package let points: Int
        package let text: String
    }
    package let candidate: Candidate
    package let score: Int
    package var event: ListedEvent { candidate.event }

    /// Score, then start, then id.
    package static func isBefore(_ one: Recommendation, _ other: Recommendation) -> Bool {
        one.score != other.score ? one.score > other.score : one.event.startsBefore(other.event)
    }
}

/// R6 as a pure function of facts, event, time and weights. What does not depend on the event is computed once, and
/// reasons are found for what is shown: one core scores more than a hundred thousand events a second.
package struct Recommender: Sendable {
    /// Events of a category that somebody did something with.
    private enum Alike: Sendable {
        case one(EventID)
        case several

        /// Whether one of them is another event than this.
        func hasOther(than event: String) -> Bool {
            switch self {
            case .one(let only): only.rawValue != event
            case .several: true
            }
        }
        mutating func add(_ event: EventID) { if hasOther(than: event.rawValue) { self = .several } }
    }
    /// What somebody has to do with a category.
    private struct Liking: Sendable {
        var isPreferred = false
        var bought: Alike?
        var liked: Alike?
        var weight = 0
    }
    private let profile: RecommendationProfile
    /// In the order of the table; none without points.
    private let weights: [(signal: Signal, points: Int)]
    private let zone: TimeZoneRules
    private let now: Timestamp
    private let weekend: TimeWindow
    private let soon: Timestamp, recent: Timestamp
    private let likings: [String: Liking]
    private let followed: Set<String>
    private let cityFolded: String?
    private let here: Coordinates?
    private let travelMaxKm: Double
    private let preferredBand: PriceBand?
    private let bands: CatalogSettings.PriceBands
    private let preferredDays: [Int]
    private let preferredTimes: [String]
    private let texts: ReasonTexts

    package init(facts: UserFacts, profile: RecommendationProfile, settings: CatalogSettings, zone: TimeZoneRules, now: Timestamp) {
        (self.profile, self.zone, self.now) = (profile, zone, now)
        let all = profile.weights(settings.recommendations)
        weights = Signal.allCases.compactMap { signal in all[signal].flatMap { $0 == 0 ? nil : (signal, $0) } }
        weekend = NamedWindow.thisWeekend.window(at: now, in: zone)
        soon = now + .days(RecommendationProfile.soonDays)
        recent = now - .days(RecommendationProfile.recentDays)
        likings = Self.likings(facts)
        followed = Set(facts.followed.map(\.rawValue))
        cityFolded = facts.settings.city?.folded
        (here, travelMaxKm) = (facts.location, facts.settings.maxTravelDistanceKm)
        (preferredBand, bands) = (facts.settings.pricePreference.flatMap { PriceBand(rawValue: $0) }, settings.priceBands)
        (preferredDays, preferredTimes) = (facts.settings.preferredDaysOfWeek, facts.settings.preferredTimesOfDay)
        texts = ReasonTexts(facts: facts, settings: settings, zone: zone, now: now)
    }

    private static func likings(_ facts: UserFacts) -> [String: Liking] {
        var likings: [String: Liking] = [:]
        for category in facts.settings.preferredCategories { likings[category, default: Liking()].isPreferred = true }
        for (category, weight) in facts.categoryWeights { likings[category, default: Liking()].weight = weight }
        for deed in facts.deeds {
            var liking = likings[deed.category] ?? Liking()
            if deed.orders > 0 { if liking.bought?.add(deed.event) == nil { liking.bought = .one(deed.event) } }
            if deed.isFavorite { if liking.liked?.add(deed.event) == nil { liking.liked = .one(deed.event) } }
            likings[deed.category] = liking
        }
        return likings
    }

    /// The best first.
    package func ranked(_ candidates: [Candidate]) -> [Recommendation] { candidates.map(recommend).sorted(by: Recommendation.isBefore) }

    package func recommend(_ candidate: Candidate) -> Recommendation {
        var score = 0
        forEachSignal(candidate) { _, points in score += points }
        return Recommendation(candidate: candidate, score: score)
    }

    /// Positive ones by points, then in the order of the table; negative ones last.
    /// - Parameter seen: the same event, for its sentences.
    package func reasons(for candidate: Candidate, _ seen: SeenEvent) -> [Recommendation.Reason] {
        var earned: [(signal: Signal, points: Int)] = []
        forEachSignal(candidate) { signal, points in
            // A handful in the order of the table: each goes before the first that gives less.
            earned.insert((signal, points), at: earned.firstIndex { Self.isBefore(points, $0.points) } ?? earned.count)
        }
        return earned.map { Recommendation.Reason(signal: $0.signal, points: $0.points, text: texts.text(for: $0.signal, candidate, seen)) }
    }
    private static func isBefore(_ points: Int, _ other: Int) -> Bool {
        (points > 0) != (other > 0) ? points > 0 : points > other
    }

    // MARK: - Signals

    /// Each signal that applies, with its points, in the order of the table.
    @inline(__always)
    private func forEachSignal(_ candidate: Candidate, _ body: (Signal, Int) -> Void) {
        let km = candidate.distanceKm(from: here)
        let liking = likings.isEmpty ? nil : likings[candidate.event.category ?? ""]
        for (signal, weight) in weights {
            let points = points(for: signal, weight, candidate, liking, km)
            if points != 0 { body(signal, points) }
        }
    }

    /// 0: the signal does not apply.
    private func points(for signal: Signal, _ weight: Int, _ candidate: Candidate, _ liking: Liking?, _ km: Double?) -> Int {
        switch signal {
        case .interactions: return min(RecommendationProfile.interactionsMax, weight * (liking?.weight ?? 0))
        case .timeDecay:
            guard let start = candidate.event.startDate else { return 0 }
            let days = max(0, Double(start.millisecondsSinceEpoch - now.millisecondsSinceEpoch) / 86_400_000)
            return Int(max(0, Double(weight) * (1 - days / RecommendationProfile.decayDays)).rounded())
        case .popular where profile == .discovery: return Int((Double(weight) * candidate.event.soldShare).rounded())
        default: return applies(signal, candidate, liking, km) ? weight : 0
        }
    }

    private func applies(_ signal: Signal, _ candidate: Candidate, _ liking: Liking?, _ km: Double?) -> Bool {
        let event = candidate.event
        switch signal {
        case .categoryMatch: return liking?.isPreferred ?? false
        case .purchaseHistory: return liking?.bought?.hasOther(than: event.id) ?? false
        case .followedOrganizer: return !followed.isEmpty && followed.contains(event.organizer)
        case .likeHistory: return liking?.liked?.hasOther(than: event.id) ?? false
        case .happeningNow: return event.isRunning(at: now)
        case .sameCity: return cityFolded.map { $0 == event.cityFolded } ?? false
        case .nearby: return km.map { $0 <= travelMaxKm } ?? false
        case .farEvent: return km.map { $0 > travelMaxKm } ?? false
        case .upcomingSoon: return event.startDate.map { now < $0 && $0 <= soon } ?? false
        case .popular: return event.soldShare >= RecommendationProfile.popularRatio
        case .thisWeekend:
            guard let start = event.startDate, let end = event.endDate else { return false }
            return weekend.takesIn(start: start, end: end, now: now)
        case .priceMatch: return preferredBand != nil && PriceBand(event, bands) == preferredBand
        case .highRating: return candidate.rating.map { $0 >= RecommendationProfile.highRatingStars } ?? false
        case .freeEvent: return event.isFree
        case .recentlyAdded: return event.publicSince.map { $0 > recent } ?? false
        case .preferredDay:
            guard !preferredDays.isEmpty, let start = event.startDate else { return false }
            return preferredDays.contains(zone.local(start).weekday)
        case .preferredTime:
            guard !preferredTimes.isEmpty, let start = event.startDate else { return false }
            return preferredTimes.contains(Self.timeOfDay(zone.local(start)))
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

extension UserFacts {
    /// Nil: one of both places is not known.
    func distanceKm(to candidate: Candidate) -> Double? { candidate.distanceKm(from: location) }
}
