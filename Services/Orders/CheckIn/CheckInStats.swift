import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// How full an event is.
package struct CheckInStats: Query {
    package static let type: MessageType = "orders.check-in-stats.v1"
    package let eventId: EventID

    package struct Numbers: Encodable, Sendable {
        package struct Gate: Encodable, Sendable {
            /// Absent: scans that named no gate.
            let gateId: String?
            let gateName: String?
            let entries: Int
        }
        package struct TicketType: Encodable, Sendable {
            let ticketTypeId: TicketTypeID
            let name: String
            let tickets: Int
            let admitted: Int
            let inside: Int
        }
        /// Valid and used ones.
        let ticketsValid: Int
        /// Tickets that entered at least once, also those that a cancellation ended afterwards.
        let admitted: Int
        let inside: Int
        let exits: Int
        let byGate: [Gate]
        let byTicketType: [TicketType]
        let refusedByReason: [String: Int]
    }

    package func answer(in view: OrdersView) throws -> Numbers {
        try view.access().requireView(of: eventId, view.checkIns)
        let types = try view.checkInCounts.byTicketType(eventId)
        // Tickets keep the name they were sold with; a type has one, the one of now.
        let names = Dictionary(try view.events.find(eventId)?.ticketTypes.map { ($0.id, $0.name) } ?? []) { first, _ in first }
        return Numbers(
            ticketsValid: types.reduce(0) { $0 + $1.tickets }, admitted: types.reduce(0) { $0 + $1.admitted },
            inside: types.reduce(0) { $0 + $1.inside }, exits: try view.checkInCounts.exits(eventId),
            byGate: try view.checkInCounts.entriesByGate(eventId)
                .map { Numbers.Gate(gateId: $0.id, gateName: $0.name, entries: $0.entries) },
            byTicketType: types.map {
                Numbers.TicketType(ticketTypeId: $0.type, name: names[$0.type] ?? $0.name, tickets: $0.tickets, admitted: $0.admitted,
                                   inside: $0.inside)
            },
            refusedByReason: try view.checkInCounts.refusals(eventId))
    }
}
