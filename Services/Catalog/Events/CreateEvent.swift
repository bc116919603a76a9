import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An organizer starts an event: a draft with whatever is known yet.
package struct CreateEvent: Command {
    package static let type: MessageType = "catalog.create-event.v1"
    let edit: EventEdit
    package init(_ edit: EventEdit) { self.edit = edit }
    package init(from decoder: any Decoder) throws { edit = try EventEdit(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try edit.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user()
        try EventAccess.requireOrganizer(roles: user.roles)
        try EventAccess.requireNotSuspended(tx.people.isSuspended(user.userID))
        let settings = try tx.settings()
        try tx.people.ensure(user.userID)
        let terms = Event.Terms(maxTicketsPerUser: settings.maxTicketsPerUser, paymentWindowMinutes: settings.paymentWindowMinutes,
                                refundHoursBefore: settings.refundDefaultHours, doorsOpenMinutes: settings.doorsOpenMinutes)
        let event = Event(id: tx.newID(), organizerID: user.userID, life: .draft, terms: terms, createdAt: tx.now, updatedAt: tx.now)
        return try NewDraft.store(event, with: edit, in: tx)
    }
}

/// Writes a draft that was not there before.
enum NewDraft {
    static func store(_ event: Event, with edit: EventEdit, in tx: CatalogTransaction) throws -> JSONBody {
        var editor = EventEditor(event, types: [], settings: try tx.settings(), currency: tx.definition.currency, now: tx.now)
        try editor.apply(edit) { tx.newID() }
        try tx.events.insert(editor.event)
        try tx.ticketTypes.save(editor.types, removed: [], of: event.id)
        try EventIndex(tx).refresh(editor.event)
        try EventCounts(tx).publish(draft: editor.event, editor.types)
        return try EventChange(of: event.id, in: tx).answer(status: 201, location: "/events/\(event.id)")
    }
}
