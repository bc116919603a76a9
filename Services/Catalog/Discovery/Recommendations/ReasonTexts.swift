import CatalogEvents
import Contracts
import Kernel

/// The sentences that explain a score. They are written for what is shown, not for everything that is scored.
final class ReasonTexts: Sendable {
    private let facts: UserFacts
    private let settings: CatalogSettings
    private let zone: TimeZoneRules
    private let now: Timestamp

    init(facts: UserFacts, settings: CatalogSettings, zone: TimeZoneRules, now: Timestamp) {
        (self.facts, self.settings, self.zone, self.now) = (facts, settings, zone, now)
    }

    /// - Parameter seen: the candidate's event.
    func text(for signal: Signal, _ candidate: Candidate, _ seen: SeenEvent) -> String {
        let event = seen.event
        let category = event.category.map { settings.category($0)?.name ?? $0 } ?? ""
        switch signal {
        case .categoryMatch: return "Matches your \(category) interests"
        case .purchaseHistory: return "Similar to events you've attended"
        case .followedOrganizer: return "From \(seen.organizer.name), whom you follow"
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
        guard let distance = facts.distanceKm(to: candidate) else { return "" }
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
