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

    /// Codes are signed between two pages, so that the time limit of a query is looked at in between.
    private static let ticketsPerPage = 100
    private static let columns = TicketStore.columns.split(separator: ",").map { "t." + $0.drop { $0 == " " } }

    /// The next tickets in the order of their ids.
    func page(of event: EventID, after last: TicketID?) throws -> [(ticket: Ticket, name: String)] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns.joined(separator: ", ")), coalesce(t.attendee_name, p.name, '')
            FROM ticket t LEFT JOIN person p ON p.tenant = t.tenant AND p.id = t.holder_id
            WHERE t.tenant = ? AND t.event_id = ? AND t.id > ? ORDER BY t.id LIMIT ?
            """), [tenant, event.rawValue, last?.rawValue ?? "", Self.ticketsPerPage])
            .map { (try TicketStore.ticket($0), $0[Self.columns.count]) }
    }
}

extension OrdersView {
    var snapshotTickets: SnapshotTicketStore { SnapshotTicketStore(database, tenant) }
}
