import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What an organizer sends of an event, judged without the event: what fails here fails for every event, so it is said
/// before the event is looked up and its state counts.
enum EventForm {
    /// Throws 422. People who may change no event at all hear that first, from `EventAccess`.
    static func require(_ edit: EventEdit, in tx: CatalogTransaction) throws {
        let user = try tx.user()
        guard user.roles.contains(EventAccess.organizerRole) else { return }
        let terms = Event.Terms(maxTicketsPerUser: 1, paymentWindowMinutes: 15, refundHoursBefore: nil, doorsOpenMinutes: 0)
        let blank = Event(id: EventID(""), organizerID: user.userID, life: .draft, terms: terms, createdAt: tx.now, updatedAt: tx.now)
        let named = Set((edit.ticketTypes.over(nil) ?? []).compactMap(\.id))
        var editor = EventEditor(blank, types: named.map(anyType), settings: try tx.settings(), currency: tx.definition.currency,
                                 now: tx.now)
        try editor.apply(edit) { TicketTypeID("") }
    }

    /// Stands for a type that may be there: nothing in it contradicts what was sent, and nobody sends its name.
    private static func anyType(_ id: TicketTypeID) -> TicketType {
        TicketType(id: id, name: DeterministicID.make("any-type", id.rawValue), price: 0, stock: Stock(quantity: 1), minPerOrder: 1,
                   maxPerOrder: 20)
    }
}
