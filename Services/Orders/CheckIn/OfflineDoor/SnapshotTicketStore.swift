import Contracts
import GRDB
import Kernel
import OrdersKit
import OrdersTicketSales
import Storage

/// The tickets of an event with the names on them, for a snapshot of one tenant.
struct SnapshotTicketStore {
    private let db: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    /// A place in the order in which an event's tickets changed last.
    struct Change: Sendable {
        let number: Int64
        let ticket: TicketID
        static let beforeAll = Change(number: -1, ticket: TicketID(""))
    }

    /// Codes are signed between two pages, so that the time limit of a query is looked at in between.
    private static let ticketsPerPage = 100

    /// The next tickets in the order of their last changes, and the place of the last one; nil: there is none.
    func page(of event: EventID, after last: Change) throws -> (tickets: [(ticket: Ticket, name: String)], end: Change)? {
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(TicketStore.named), coalesce(t.attendee_name, p.name, ''), t.change_number
            FROM ticket t LEFT JOIN person p ON p.tenant = t.tenant AND p.id = t.holder_id
            WHERE t.tenant = ? AND t.event_id = ? AND (t.change_number, t.id) > (?, ?) ORDER BY t.change_number, t.id LIMIT ?
            """), [tenant, event.rawValue, last.number, last.ticket.rawValue, Self.ticketsPerPage])
        let tickets = try rows.map { (ticket: try TicketStore.ticket($0), name: $0[TicketStore.width] as String) }
        guard let number: Int64 = rows.last?[TicketStore.width + 1], let ticket = tickets.last?.ticket.id else { return nil }
        return (tickets, Change(number: number, ticket: ticket))
    }
}

extension OrdersView {
    var snapshotTickets: SnapshotTicketStore { SnapshotTicketStore(database, tenant) }
}
