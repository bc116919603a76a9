import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An owner adds a ticket type.
package struct AddTicketType: Command {
    package static let type: MessageType = "catalog.add-ticket-type.v1"
    let eventId: EventID
    let edit: TicketTypeEdit
    package init(eventId: EventID, _ edit: TicketTypeEdit) { (self.eventId, self.edit) = (eventId, edit) }
    private enum Key: String, CodingKey { case eventId }
    package init(from decoder: any Decoder) throws {
        eventId = try decoder.container(keyedBy: Key.self).decode(EventID.self, forKey: .eventId)
        edit = try TicketTypeEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(eventId, forKey: .eventId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var added = edit
        added.id = nil
        try added.requireForm(of: eventId, in: tx)
        var change = try EventChange(toEdit: eventId, in: tx)
        try EventAccess.requireNotDeleted(change.event)
        try EventEditor.refuseIfClosed(change.event, at: tx.now)
        let known = Set(change.types.map(\.id))
        try change.changeTypes { $0.placing(added) }
        guard let type = change.types.first(where: { !known.contains($0.id) }) else { throw Rejection.notFound }
        return try change.answer(of: type, status: 201)
    }
}

extension TicketTypeEdit {
    /// Throws 422 for what no event could take; errors name the type's own fields.
    func requireForm(of event: EventID, in tx: CatalogTransaction) throws {
        var edit = EventEdit()
        edit.ticketTypes = .value([self])
        do {
            try EventForm.require(edit, of: event, in: tx) { change in
                id == nil || change.types.contains { $0.id == id } ? change.edit { $0.placing(self) } : nil
            }
        } catch let rejection as Rejection { throw rejection.withoutListPaths }
    }
}

extension [TicketTypeEdit] {
    /// The list with one type changed or, without an id, added. A position that was sent puts it before the type that stands there; a new
    /// type without one comes last.
    func placing(_ edit: TicketTypeEdit) -> Self {
        var edit = edit
        let standing = first { $0.id == edit.id }
        if let position = edit.position.over(nil) {
            var others = filter { $0.id != edit.id }
            others.insert(edit, at: others.firstIndex { $0.position.over(nil) ?? 0 >= position } ?? others.endIndex)
            return others
        }
        edit.position = standing?.position ?? .value((last?.position.over(nil) ?? -1) + 1)
        return standing == nil ? self + [edit] : map { $0.id == edit.id ? edit : $0 }
    }
}

extension EventChange {
    /// Changes the list of ticket types the way a whole edit would; errors name the type's own fields.
    mutating func changeTypes(_ body: ([TicketTypeEdit]) -> [TicketTypeEdit]) throws {
        do {
            let removed = try apply(edit(body))
            try save(removed: removed)
        } catch let rejection as Rejection {
            throw rejection.withoutListPaths
        }
    }

    /// An edit of the list. Each type keeps its position, so the list says only what is to change.
    fileprivate func edit(_ body: ([TicketTypeEdit]) -> [TicketTypeEdit]) -> EventEdit {
        var edit = EventEdit()
        edit.ticketTypes = .value(body(types.map { type in
            var standing = TicketTypeEdit(id: type.id)
            standing.position = .value(type.position)
            return standing
        }))
        return edit
    }

    func answer(of type: TicketType, status: Int = 200) throws -> JSONBody {
        let document = EventDocument(settings: try tx.settings(), currency: tx.definition.currency, now: tx.now)
        var writer = JSONWriter(capacity: 512)
        document.ticketType(type, of: event, to: &writer)
        return JSONBody(writer.bytes, status: status, location: status == 201 ? "/events/\(event.id)/ticket-types" : nil)
    }
}

extension Rejection {
    /// `ticketTypes.2.name` → `name`: only one type was sent.
    fileprivate var withoutListPaths: Rejection {
        var plain = self
        plain.errors = Dictionary(errors.map { field, messages in
            let parts = field.split(separator: ".")
            return (parts.count == 3 && parts[0] == "ticketTypes" ? String(parts[2]) : field, messages)
        }) { some, more in some + more.filter { !some.contains($0) } }
        return plain
    }
}
