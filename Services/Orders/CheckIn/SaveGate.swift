import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// The organizer adds an entrance.
package struct AddGate: Command {
    package static let type: MessageType = "orders.add-gate.v1"
    package let eventId: EventID
    package let name: String
    package let ticketTypeIds: [TicketTypeID]?
    package init(eventId: EventID, name: String, ticketTypeIds: [TicketTypeID]? = nil) {
        (self.eventId, self.name, self.ticketTypeIds) = (eventId, name, ticketTypeIds)
    }

    package func handle(in tx: OrdersTransaction) throws -> Created<GateAnswer> {
        let event = try tx.access().prepared(eventId)
        let gate = try Gate.checked(id: tx.context.newID(), name: name, ticketTypes: ticketTypeIds, standing: [], of: event, in: tx)
        try tx.checkIns.save(gate, of: eventId)
        return Created(GateAnswer(gate), at: "/events/\(eventId)/gates")
    }
}

/// The organizer renames an entrance or changes what it takes. What is not sent stays.
package struct ChangeGate: Command {
    package static let type: MessageType = "orders.change-gate.v1"
    package let eventId: EventID
    package let gateId: String
    package let name: String?
    package let ticketTypeIds: [TicketTypeID]?
    package init(eventId: EventID, gateId: String, name: String? = nil, ticketTypeIds: [TicketTypeID]? = nil) {
        (self.eventId, self.gateId, self.name, self.ticketTypeIds) = (eventId, gateId, name, ticketTypeIds)
    }

    package func handle(in tx: OrdersTransaction) throws -> GateAnswer {
        let event = try tx.access().prepared(eventId)
        guard let known = try tx.checkIns.gate(gateId, of: eventId) else { throw Rejection.notFound }
        let gate = try Gate.checked(id: gateId, name: name ?? known.name, ticketTypes: ticketTypeIds, standing: known.ticketTypes,
                                    of: event, in: tx)
        try tx.checkIns.save(gate, of: eventId)
        return GateAnswer(gate)
    }
}

/// The organizer closes an entrance for good. Scans made there keep its name.
package struct RemoveGate: Command {
    package static let type: MessageType = "orders.remove-gate.v1"
    package let eventId: EventID
    package let gateId: String
    package init(eventId: EventID, gateId: String) { (self.eventId, self.gateId) = (eventId, gateId) }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        _ = try tx.access().prepared(eventId)
        guard try tx.checkIns.gate(gateId, of: eventId) != nil else { throw Rejection.notFound }
        try tx.checkIns.removeGate(gateId, of: eventId)
        return NoContent()
    }
}

package struct GateAnswer: Encodable, Sendable {
    let id: String
    let name: String
    let ticketTypeIds: [TicketTypeID]
    init(_ gate: Gate) { (id, name, ticketTypeIds) = (gate.id, gate.name, gate.ticketTypes) }
}

extension Gate {
    /// - Parameter ticketTypes: as sent; nil: `standing` stays, although the event may have fewer types than it had.
    static func checked(id: String, name: String, ticketTypes: [TicketTypeID]?, standing: [TicketTypeID], of event: PreparedEvent,
                        in tx: OrdersTransaction) throws -> Gate {
        var check = Validation()
        let text = check.text("name", name, 1...40) ?? ""
        check.require(ticketTypes?.allSatisfy(event.ticketTypes.contains) ?? true, "ticketTypeIds", "must be ticket types of this event")
        try check.check()
        guard try !tx.checkIns.isNameTaken(text, of: event.id, except: id) else {
            throw Rejection.conflict("gate-exists", "This event has a gate of that name.")
        }
        return Gate(id: id, name: text, ticketTypes: ticketTypes ?? standing)
    }
}
