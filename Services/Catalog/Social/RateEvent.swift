import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody with a ticket says how an event was, from its start on. Again: the old rating is replaced.
package struct RateEvent: Command {
    package static let type: MessageType = "catalog.rate-event.v1"
    let eventId: EventID
    let stars: Int
    let review: String?
    package init(eventId: EventID, stars: Int, review: String? = nil) { (self.eventId, self.stars, self.review) = (eventId, stars, review) }

    package func handle(in tx: CatalogTransaction) throws -> Answer<RatingStore.Rating> {
        let user = try tx.user().userID
        var check = Validation()
        check.number("stars", stars, 1...5)
        let text = check.text("review", review, 0...1000, required: false, multiline: true)
        try check.check()
        let event = try tx.events.require(eventId, seenBy: user).event
        if event.organizerID == user { throw Rejection(403, "own-event", "You cannot rate your own event.") }
        // Cancelling ends every ticket, so nobody is an attendee of such an event: say that it was cancelled instead.
        let status = event.status(at: tx.now)
        if status == .cancelled { throw Rejection.conflict("event-cancelled", "This event was cancelled.") }
        guard try tx.holders.holds(user, in: eventId) else {
            throw Rejection(403, "not-an-attendee", "Only people with a ticket can rate this event.")
        }
        guard status == .ongoing || status == .completed else {
            throw Rejection.conflict("event-not-started", "This event has not started yet.")
        }
        let isFirst = try tx.ratings.find(eventId, by: user) == nil
        try tx.ratings.save(tx.context.newID(), stars: stars, review: text?.isEmpty == true ? nil : text,
                            attended: try tx.attendance.has(user, at: eventId), of: eventId, by: user, at: tx.now)
        try tx.publish(EventRated(eventId: eventId, userId: user, organizerId: event.organizerID, stars: stars))
        try EventCounts(tx).publish(of: eventId)
        guard let rating = try tx.ratings.find(eventId, by: user) else { throw Rejection.notFound }
        return Answer(rating, status: isFirst ? 201 : 200, location: isFirst ? "/events/\(eventId)/ratings" : nil)
    }
}
