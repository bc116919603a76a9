import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner deletes an event: it leaves every list, its tickets (if sales were open) are refunded. Deleting twice answers the same.
package struct DeleteEvent: Command {
    package static let type: MessageType = "catalog.delete-event.v1"
    let eventId: EventID
    let confirmationToken: String?
    package init(eventId: EventID, confirmationToken: String? = nil) {
        (self.eventId, self.confirmationToken) = (eventId, confirmationToken)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var change = try EventChange(of: eventId, in: tx)
        if change.event.deletedAt != nil { return try answer(change, tx) }
        let twoSteps = try DeletionGuard(change)
        if twoSteps.deletion.verdict == .blocked {
            throw Rejection.conflict("event-not-deletable", EventDeletion.blockedMessage,
                                     ["currentStatus": .string(twoSteps.deletion.status.rawValue)])
        }
        try twoSteps.requireConfirmation(confirmationToken)
        let was = change.event.life
        let isSelling = change.event.status(at: tx.now) == .published
        change.event.deletedAt = tx.now
        change.event.version += 1
        change.event.updatedAt = tx.now
        if isSelling { change.event.life = .cancelled(at: tx.now, reason: Self.reason) }
        try tx.events.update(change.event)
        try tx.history.rememberDeletion(of: eventId, from: name(of: was), ticketsCancelled: isSelling ? change.ticketsSold : 0,
                                        costs: twoSteps.deletion.costs)
        try EventCounts(tx).publish(of: eventId)
        switch was {
        case .draft:
            try EventCounts(tx).publish(draft: change.event, change.types)
            // Its last second still counts: answers show whole seconds.
            try tx.schedule(PurgeEvent.timer(eventId), at: (tx.now + .days(EventDeletion.restorableDays)).wholeSeconds + .seconds(1),
                            PurgeEvent(eventId: eventId))
        case .published where isSelling: try EventEnding(change).callOff(reason: Self.reason, deleted: true, deletion: twoSteps.deletion)
        // Over, or called off before: only the record leaves the lists, of other services too.
        case .published, .cancelled: try EventEnding(change).tell(reason: Self.reason, deleted: true, attendeeCount: 0)
        }
        return try answer(change, tx)
    }
    private static let reason = "deleted"

    private func name(of life: Event.Life) -> String {
        switch life {
        case .draft: "draft"
        case .published: "published"
        case .cancelled: "cancelled"
        }
    }

    private func answer(_ change: EventChange, _ tx: CatalogTransaction) throws -> JSONBody {
        let costs = try tx.history.deletionCosts(of: eventId)
        return JSONBody(capacity: 288) { (writer: inout JSONWriter) in
            writer.member("id", eventId)
            writer.member("status", change.event.status(at: tx.now).rawValue)
            writer.member("deletedAt", change.event.deletedAt?.wholeSeconds)
            guard let costs else { return }
            // As it began: `GET …/cancellation` reports how far it is.
            writer.member("cancellation") { writer in
                writer.member("state", "running")
                writer.member("attendees", costs.attendees)
                writer.member("tickets", costs.tickets)
                writer.member("refundTotal", Money(costs.refundTotal, tx.definition.currency))
            }
        }
    }
}
