import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What an organizer sends of an event, judged without the event: what fails here fails for every event, so it is said
/// before the event is looked up and its state counts.
enum EventForm {
    /// Throws 422, of one's own event with all that is wrong beside what is stored, too. People who may change no event at all hear that
    /// first, from `EventAccess`.
    /// - Parameter whole: the edit as the event takes it; nil: it has no place there.
    static func require(_ edit: EventEdit, of event: EventID, in tx: CatalogTransaction,
                        whole: (EventChange) -> EventEdit?) throws {
        let user = try tx.user()
        guard user.roles.contains(EventAccess.organizerRole) else { return }
        let terms = Event.Terms(maxTicketsPerUser: 1, paymentWindowMinutes: 15, refundHoursBefore: nil, doorsOpenMinutes: 0)
        let blank = Event(id: EventID(""), organizerID: user.userID, life: .draft, terms: terms, createdAt: tx.now, updatedAt: tx.now)
        let named = Set((edit.ticketTypes.over(nil) ?? []).compactMap(\.id))
        var editor = EventEditor(blank, types: named.map(anyType), settings: try tx.settings(), currency: tx.definition.currency,
                                 now: tx.now)
        do { try editor.apply(edit) { TicketTypeID("") } } catch var form {
            form.errors.merge(try objections(to: whole, of: event, in: tx).errors) { own, _ in own }
            throw form
        }
    }

    /// What speaks against an edit beside what is stored. None of an event that is not there, deleted or somebody else's.
    private static func objections(to whole: (EventChange) -> EventEdit?, of event: EventID,
                                   in tx: CatalogTransaction) throws -> Rejection {
        do {
            var change = try EventChange(toEdit: event, in: tx)
            try EventAccess.requireNotDeleted(change.event)
            if let edit = whole(change) { _ = try change.apply(edit) }
            return .invalid([:])
        } catch let rejection as Rejection { return rejection.status == 422 ? rejection : .invalid([:]) }
    }

    /// Stands for a type that may be there: nothing in it contradicts what was sent, and nobody sends its name.
    private static func anyType(_ id: TicketTypeID) -> TicketType {
        TicketType(id: id, name: DeterministicID.make("any-type", id.rawValue), price: 0, stock: Stock(quantity: 1), minPerOrder: 1,
                   maxPerOrder: 20)
    }
}
