import CatalogEvents
import CatalogKit
import Contracts
import GRDB
import Kernel
import Storage

/// An event as recommendations see it.
package struct Candidate: Sendable {
    package let event: ListedEvent
    package let band: PriceBand?
    /// Own average, else the mean of all events of the organizer; nil: none is rated.
    package let rating: Double?

    package init(_ rated: RatedEvent, bands: CatalogSettings.PriceBands) {
        event = rated.event
        band = PriceBand(rated.event, bands)
        rating = rated.event.ratingAverage ?? rated.organizerRating
    }
}

/// Whose candidates: published and running, not barred by age, not one's own, no ticket held.
struct CandidateQuestion {
    /// The most events that are looked at for recommendations: the soonest.
    static let candidatesMax = 1000
    let user: User.ID?
    let reachedAges: [(years: Int, from: Timestamp)]
    let now: Timestamp
}

extension CatalogView {
    /// From the index of this shard's queries.
    func candidates(_ question: CandidateQuestion) throws -> [RatedEvent] {
        guard let user = question.user else {
            return try finder.soonest(CandidateQuestion.candidatesMax, reachedAges: question.reachedAges, now: question.now) { _ in true }
        }
        let held = try holders.events(of: user), own = user.rawValue
        return try finder.soonest(CandidateQuestion.candidatesMax, reachedAges: question.reachedAges, now: question.now) {
            $0.organizer != own && (held.isEmpty || !held.contains($0.id))
        }
    }
}

extension CatalogTransaction {
    /// From the rows that the message sees.
    func candidates(_ question: CandidateQuestion) throws -> [RatedEvent] {
        try lists.soonest(CandidateQuestion.candidatesMax, for: question.user, reachedAges: question.reachedAges, now: question.now)
    }
}
