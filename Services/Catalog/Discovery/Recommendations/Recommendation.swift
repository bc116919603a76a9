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
    package let candidate: Candidate
    /// Positive ones by points, then in the order of the table; negative ones last.
    package let reasons: [Reason]
    package var score: Int { reasons.reduce(0) { $0 + $1.points } }
    package var reason: String? { reasons.first { $0.points > 0 }?.text }
}

/// R6 as a pure function of facts, event, time and weights.
package struct Recommender: Sendable {
    private let facts: UserFacts
    private let profile: RecommendationProfile
    private let weights: [Signal: Int]
    private let settings: CatalogSettings
    private let zone: TimeZoneRules
    private let now: Timestamp
    private let weekend: TimeWindow
    private let categoryWeights: [String: Int]

    package init(facts: UserFacts, profile: RecommendationProfile, settings: CatalogSettings, zone: TimeZoneRules, now: Timestamp) {
        (self.facts, self.profile, self.settings, self.zone, self.now) = (facts, profile, settings, zone, now)
        weights = profile.weights(settings.recommendations)
        weekend = NamedWindow.thisWeekend.window(at: now, in: zone)
        categoryWeights = facts.categoryWeights
    }

    /// Score, then start, then id.
    package func ranked(_ candidates: [Candidate]) -> [Recommendation] {
        candidates.map(recommend).sorted { a, b in
            if a.score != b.score { return a.score > b.score }
            return (a.candidate.event.startDate ?? .distantFuture, a.candidate.event.id) < (b.candidate.event.startDate ?? .distantFuture,
                b.candidate.event.id)
        }
    }

    package func recommend(_ candidate: Candidate) -> Recommendation {
        var reasons: [Recommendation.Reason] = []
        for signal in Signal.allCases {
            guard let points = points(for: signal, candidate), points != 0 else { continue }
            reasons.append(Recommendation.Reason(signal: signal, points: points, text: text(for: signal, candidate)))
        }
        let order = Signal.allCases
        reasons.sort { a, b in
            if (a.points > 0) != (b.points > 0) { return a.points > 0 }
            if a.points != b.points { return a.points > b.points }
            return (order.firstIndex(of: a.signal) ?? 0) < (order.firstIndex(of: b.signal) ?? 0)
        }
        return Recommendation(candidate: candidate, reasons: reasons)
    }

    /// Nil: the signal does not apply.
    private func points(for signal: Signal, _ candidate: Candidate) -> Int? {
        guard let weight = weights[signal], weight != 0 else { return nil }
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
        default: return applies(signal, candidate) ? weight : nil
        }
    }

    private func applies(_ signal: Signal, _ candidate: Candidate) -> Bool {
        let event = candidate.event
        let category = event.category ?? ""
        switch signal {
        case .categoryMatch: return facts.settings.preferredCategories.contains(category)
        case .purchaseHistory: return facts.deeds.contains { $0.event != event.id && $0.category == category && $0.orders > 0 }
        case .followedOrganizer: return facts.followed.contains(event.organizerID)
        case .likeHistory: return facts.deeds.contains { $0.event != event.id && $0.category == category && $0.isFavorite }
        case .happeningNow: return event.status(at: now) == .ongoing
        case .sameCity: return facts.settings.city.map { $0.folded == event.place.city?.folded } ?? false
        case .nearby: return distanceKm(candidate).map { $0 <= facts.settings.maxTravelDistanceKm } ?? false
        case .farEvent: return distanceKm(candidate).map { $0 > facts.settings.maxTravelDistanceKm } ?? false
        case .upcomingSoon: return event.startDate.map { now < $0 && $0 <= now + .days(RecommendationProfile.soonDays) } ?? false
        case .popular: return candidate.soldRatio >= RecommendationProfile.popularRatio
        case .thisWeekend:
            guard let start = event.startDate, let end = event.endDate else { return false }
            return weekend.takesIn(start: start, end: end, now: now)
        case .priceMatch: return candidate.band != nil && candidate.band?.rawValue == facts.settings.pricePreference
        case .highRating: return candidate.rating.map { $0 >= RecommendationProfile.highRatingStars } ?? false
        case .freeEvent: return event.prices.isFree
        case .recentlyAdded: return event.publishedAt.map { $0 > now - .days(RecommendationProfile.recentDays) } ?? false
        case .preferredDay: return event.startDate.map { facts.settings.preferredDaysOfWeek.contains(zone.local($0).weekday) } ?? false
        case .preferredTime:
            return event.startDate.map { facts.settings.preferredTimesOfDay.contains(Self.timeOfDay(zone.local($0))) } ?? false
        case .interactions, .timeDecay: return false  // Counted above: their points are no fixed number.
        }
    }

    private func distanceKm(_ candidate: Candidate) -> Double? {
        guard let here = facts.location, let there = candidate.coordinates else { return nil }
        return here.distanceKm(to: there)
    }

    package static func timeOfDay(_ time: LocalTime) -> String {
        switch time.hour {
        case 5..<12: "morning"
        case 12..<17: "afternoon"
        case 17..<21: "evening"
        default: "night"
        }
    }

    private func text(for signal: Signal, _ candidate: Candidate) -> String {
        let event = candidate.event
        let category = event.category.map { settings.category($0)?.name ?? $0 } ?? ""
        switch signal {
        case .categoryMatch: return "Matches your \(category) interests"
        case .purchaseHistory: return "Similar to events you've attended"
        case .followedOrganizer: return "From \(candidate.seen.organizer.name), whom you follow"
        case .likeHistory: return "Similar to events you liked"
        case .happeningNow: return "Happening now"
        case .sameCity: return "In \(event.place.city ?? "")"
        case .nearby, .farEvent: return distanceText(candidate)
        case .upcomingSoon, .timeDecay: return daysText(event)
        case .popular: return "Popular right now"
        case .thisWeekend: return "This weekend"
        case .priceMatch: return "Fits your budget"
        case .highRating: return "Highly rated (\(candidate.rating.map { "\($0)" } ?? "")★)"
        case .freeEvent: return "Free"
        case .recentlyAdded: return "Recently added"
        case .preferredDay: return "On a day you like"
        case .preferredTime: return "At a time you like"
        case .interactions: return "Because of what you looked at"
        }
    }

    private func distanceText(_ candidate: Candidate) -> String {
        guard let distance = distanceKm(candidate) else { return "" }
        let isFar = distance > facts.settings.maxTravelDistanceKm
        if isFar { return "\(Int(distance.rounded())) km away" }
        return distance < 1 ? "Less than 1 km away" : "Only \(Int(distance.rounded())) km away"
    }

    /// Local calendar days.
    private func daysText(_ event: Event) -> String {
        guard let start = event.startDate else { return "" }
        let days = zone.local(start).date.daysSinceEpoch - zone.local(now).date.daysSinceEpoch
        switch days {
        case ...0: return "Today"
        case 1: return "Tomorrow"
        default: return "In \(days) days"
        }
    }
}
