import Contracts
import GRDB
import Kernel
import OrdersTicketSales
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
    /// Valid and used tickets by their type.
    package func byTicketType(_ event: EventID) throws -> [TypeCount] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT ticket_type_id, max(ticket_type_name), count(*), sum(status = 'used'), sum(inside) FROM ticket
            WHERE tenant = ? AND event_id = ? AND status IN ('valid', 'used') GROUP BY ticket_type_id ORDER BY ticket_type_id
            """), arguments: [tenant, event.rawValue])
            .map { TypeCount(type: TicketTypeID($0[0]), name: $0[1], tickets: $0[2], admitted: $0[3], inside: $0[4]) }
    }
    /// Entries let through by gate; scans without a gate have neither id nor name.
    package func entriesByGate(_ event: EventID) throws -> [(id: String?, name: String?, entries: Int)] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT gate_id, max(gate_name),
                count(*) FROM check_in WHERE tenant = ? AND event_id = ? AND kind = 'entry' AND refused_because IS NULL GROUP BY gate_id
            ORDER BY 2
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

    package struct Attendee: Sendable {
        package let ticket: Ticket
        package let name: String
        package let orderNumber: String
    }
    package struct AttendeeFilter {
        package var search: String?
        package var status: TicketStatus.Name?
        package var type: TicketTypeID?
        package init(search: String? = nil, status: TicketStatus.Name? = nil, type: TicketTypeID? = nil) {
            (self.search, self.status, self.type) = (search, status, type)
        }
    }
    /// Tickets of an event with their people, newest first. The search is for a part of a name, serial or order number,
    /// ASCII letters in any case.
    package func attendees(_ event: EventID, _ filter: AttendeeFilter, limit: Int, offset: Int) throws -> (attendees: [Attendee],
        total: Int) {
        // Only what is asked for, so that an event's tickets are counted in an index.
        var conditions = "t.tenant = ? AND t.event_id = ?"
        var arguments: [any DatabaseValueConvertible] = [tenant, event.rawValue]
        if let status = filter.status {
            conditions += " AND t.status = ?"
            arguments.append(status.rawValue)
        }
        if let type = filter.type {
            conditions += " AND t.ticket_type_id = ?"
            arguments.append(type.rawValue)
        }
        let people = """
            JOIN orders o ON o.tenant = t.tenant AND o.id = t.order_id LEFT JOIN person p ON p.tenant = t.tenant AND p.id = t.holder_id
            """
        if let search = filter.search?.lowercased() {
            let texts = ["coalesce(t.attendee_name, p.name, '')", "t.serial", "o.number"].map { "instr(lower(\($0)), ?) > 0" }
            conditions += " AND (\(texts.joined(separator: " OR ")))"
            arguments += [search, search, search]
        }
        let total = try Int.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*) FROM ticket t \(filter.search == nil ? "" : people) WHERE \(conditions)
            """), arguments: StatementArguments(arguments)) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(TicketStore.named), coalesce(t.attendee_name, p.name, ''), o.number FROM ticket t \(people) WHERE \(conditions)
            ORDER BY t.purchased_at DESC, t.order_id, t.position LIMIT ? OFFSET ?
            """), arguments: StatementArguments(arguments + [limit, offset]))
        let attendees = try rows.map { row in
            Attendee(ticket: try TicketStore.ticket(row), name: row[TicketStore.width], orderNumber: row[TicketStore.width + 1])
        }
        return (attendees, total)
    }
}
