import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Who may scan at an event besides its organizer.
package struct EventStaff: Query {
    package static let type: MessageType = "orders.event-staff.v1"
    package let eventId: EventID
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<StaffAnswer> {
        _ = try view.access().prepared(eventId)
        let request = try PageRequest(page: page, perPage: perPage)
        let (people, total) = try view.checkIns.scanners(of: eventId, limit: request.perPage, offset: request.offset)
        return Page(people.map { StaffAnswer(userId: $0.id, name: $0.name, email: $0.email, role: "scanner") }, request, total: total)
    }
}

/// The entrances of an event.
package struct EventGates: Query {
    package static let type: MessageType = "orders.event-gates.v1"
    package let eventId: EventID
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<GateAnswer> {
        try view.access().requireView(of: eventId, view.checkIns)
        let request = try PageRequest(page: page, perPage: perPage)
        let gates = try view.checkIns.gates(of: eventId)
        return Page(gates.dropFirst(request.offset).prefix(request.perPage).map { GateAnswer($0) }, request, total: gates.count)
    }
}
