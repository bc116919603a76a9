import CatalogEvents
import CatalogKit
import CatalogSocial
import Contracts
import Kernel
import ServiceKit

/// What a report is about, as far as it still exists, and the organizer it concerns.
struct ModeratedTarget {
    let event: Event?
    let organizer: User.ID?
    let rating: (event: EventID, user: User.ID)?

    init(_ target: ReportTarget, _ id: String, in tx: CatalogTransaction) throws {
        switch target {
        case .event:
            event = try tx.events.find(EventID(id))?.event
            (organizer, rating) = (event?.organizerID, nil)
        case .organizer: (event, organizer, rating) = (nil, User.ID(id), nil)
        case .rating:
            rating = try tx.ratings.find(id: id)
            event = try rating.flatMap { try tx.events.find($0.event)?.event }
            organizer = event?.organizerID
        }
    }

    /// The moderator's note, without any word about who reported.
    func notifyOrganizer(of action: ReportAction, note: String, report: String, in tx: CatalogTransaction) throws {
        guard let organizer else { return }
        let name = try tx.organizers.find(organizer, seenBy: nil)?.name
        try ModerationNotice(to: organizer, event: event, subject: name, decision: Self.words(action), note: note, key: report).send(in: tx)
    }
    private static func words(_ action: ReportAction) -> String {
        switch action {
        case .dismiss: "no change"
        case .cancelEvent: ModerationNotice.eventCancelled
        case .removeRating: "a rating was removed"
        case .suspendOrganizer: "your organizer account was suspended"
        }
    }
}
