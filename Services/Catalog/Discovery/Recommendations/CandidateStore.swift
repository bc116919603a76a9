import CatalogEvents
import CatalogKit
import Contracts
import GRDB
import Kernel
import Storage

/// An event as recommendations see it.
package struct Candidate: Sendable {
    package let event: ListedEvent
    /// Own average, else the mean of all events of the organizer; nil: none is rated.
    package let rating: Double?

    package init(_ rated: RatedEvent) { (event, rating) = (rated.event, rated.rating) }

    /// Nil: one of both places is not known.
    func distanceKm(from here: Coordinates?) -> Double? { here.flatMap { here in event.place.map { here.distanceKm(to: $0) } } }
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
        let held = try question.user.map { try holders.events(of: $0) } ?? []
        return try finder.soonest(CandidateQuestion.candidatesMax, notOf: question.user, holds: held, reachedAges: question.reachedAges,
                                  now: question.now)
    }
}

extension CatalogTransaction {
    /// From the rows that the message sees.
    func candidates(_ question: CandidateQuestion) throws -> [RatedEvent] {
        try lists.soonest(CandidateQuestion.candidatesMax, for: question.user, reachedAges: question.reachedAges, now: question.now)
    }
}
