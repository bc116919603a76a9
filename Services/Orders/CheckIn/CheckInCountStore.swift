import Contracts
import GRDB
import Kernel
import Storage

/// Counts over tickets and scans of one event.
package struct CheckInCountStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package struct TypeCount: Sendable {
        package let type: TicketTypeID
        package let name: String
        package let tickets: Int
        package let admitted: Int
        package let inside: Int
    }
    /// Tickets by their type: those that are valid or used, and those that admitted somebody, whatever became of them.
    package func byTicketType(_ event: EventID) throws -> [TypeCount] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT ticket_type_id, max(ticket_type_name), sum(status IN ('valid', 'used')),
                sum(status = 'used' OR status <> 'valid' AND (first_entry_at IS NOT NULL OR EXISTS (
                    SELECT 1 FROM check_in c WHERE c.tenant = t.tenant AND c.ticket_id = t.id AND \(Self.counts)))),
                sum(inside)
            FROM ticket t WHERE tenant = ? AND event_id = ? GROUP BY ticket_type_id ORDER BY ticket_type_id
            """), arguments: [tenant, event.rawValue])
            .map { TypeCount(type: TicketTypeID($0[0]), name: $0[1], tickets: $0[2], admitted: $0[3], inside: $0[4]) }
            .filter { $0.tickets + $0.admitted > 0 }
    }
    /// An entry that was let through with a code that was the ticket's.
    private static let counts = """
        c.kind = 'entry' AND c.refused_because IS NULL AND coalesce(c.problem, '') NOT IN ('invalid', 'revoked', 'cancelled')
        """
    /// Entries let through by gate, with its name of now, or the last it had; scans without a gate have neither id nor name.
    package func entriesByGate(_ event: EventID) throws -> [(id: String?, name: String?, entries: Int)] {
        // Beside `max` SQLite takes other columns from the row that has the greatest.
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT c.gate_id, coalesce(g.name, c.gate_name), count(*), max(c.scanned_at)
            FROM check_in c LEFT JOIN gate g ON g.tenant = c.tenant AND g.event_id = c.event_id AND g.id = c.gate_id
            WHERE c.tenant = ? AND c.event_id = ? AND c.kind = 'entry' AND c.refused_because IS NULL GROUP BY c.gate_id ORDER BY 2, 1
            """), arguments: [tenant, event.rawValue]).map { ($0[0], $0[1], $0[2]) }
    }
    package func exits(_ event: EventID) throws -> Int {
        try Int.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*) FROM check_in WHERE tenant = ? AND event_id = ? AND kind = 'exit' AND refused_because IS NULL
            """),
                         arguments: [tenant, event.rawValue]) ?? 0
    }
    package func refusals(_ event: EventID) throws -> [String: Int] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT refused_because, count(*) FROM check_in WHERE tenant = ? AND event_id = ? AND refused_because IS NOT NULL GROUP BY 1
            """), arguments: [tenant, event.rawValue]).reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }
}
