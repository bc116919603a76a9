import Contracts
import GRDB
import Kernel
import OrdersKit
import OrdersTicketSales
import Storage

/// The tickets of an event as its organizer lists them, for one tenant: lines of an index of `ticket`, and rows of `ticket_count`.
package struct AttendeeStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    /// One line of the list.
    package struct Attendee: Sendable, Equatable {
        package let ticketId: TicketID
        package let serial: String
        /// Empty: neither the ticket nor its holder's account says a name.
        package let name: String
        package let typeName: String
        package let status: TicketStatus.Name
        package let orderNumber: String
        package let purchasedAt: Timestamp
        /// Nil: it was not used.
        package let firstEntry: Timestamp?
    }
    /// Which tickets; nil: any.
    package struct Filter: Sendable {
        /// A part of a name, serial or order number, in any case.
        package var search: String?
        package var status: TicketStatus.Name?
        package var type: TicketTypeID?
        package init(search: String? = nil, status: TicketStatus.Name? = nil, type: TicketTypeID? = nil) {
            (self.search, self.status, self.type) = (search, status, type)
        }
    }

    /// Tickets of an event with their people, newest first, and how many there are in all.
    package func page(_ event: EventID, _ filter: Filter, limit: Int, offset: Int) throws -> (attendees: [Attendee], total: Int) {
        let asked: [(any ColumnValue)?] = [tenant, event.rawValue, filter.status?.rawValue, filter.type?.rawValue]
        guard let search = filter.search.map(Self.spellings) else {
            return (try lines(asked + [nil, nil], limit, offset), try total(asked))
        }
        let found = try lines(asked + search, limit, offset)
        // A page that is not full is the last one: most searches are answered by one look at the event.
        let isLast = found.count < limit && (!found.isEmpty || offset == 0)
        return (found, isLast ? offset + found.count : try matches(asked + search))
    }
    /// SQLite's `lower` changes ASCII letters only, so a search with other letters is a pattern, too, in which each of them stands for
    /// its small and its large form: "élodie béa" finds "Élodie Béa".
    private static func spellings(of search: String) -> [String?] {
        let typed = search.map { $0.isASCII ? $0.lowercased() : String($0) }.joined()
        if typed.utf8.allSatisfy({ $0 < 128 }) { return [typed, nil] }
        return [typed, "*" + typed.unicodeScalars.map(pattern).joined() + "*"]
    }
    /// What matches one letter or sign in a pattern of SQLite's GLOB.
    private static func pattern(for scalar: Unicode.Scalar) -> String {
        // Before an accent of its own a letter is still as it was typed.
        if scalar.isASCII { return "*?[".unicodeScalars.contains(scalar) ? "[\(scalar)]" : String(scalar).lowercased() }
        // A form of several letters ("SS" for "ß") does not fit in the place of one.
        let forms = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].filter { $0.unicodeScalars.count == 1 }
        return "[\(scalar)\(forms.joined())]"
    }

    /// Only columns of `ticket_by_purchase`: an offset then skips entries of the index, and a search reads one stretch of it.
    private static let linesSQL = """
        SELECT id, serial, shown_name, ticket_type_name, status, order_number, purchased_at, first_entry_at FROM ticket
        WHERE tenant = ?1 AND event_id = ?2 AND \(isAsked) AND \(isFound) ORDER BY purchased_at DESC, order_id, position LIMIT ?7 OFFSET ?8
        """
    private static let matchesSQL = "SELECT count(*) FROM ticket WHERE tenant = ?1 AND event_id = ?2 AND \(isAsked) AND \(isFound)"
    private static let totalSQL = """
        SELECT coalesce(sum(tickets), 0) FROM ticket_count WHERE tenant = ?1 AND event_id = ?2 AND \(isAsked)
        """
    private static let isAsked = "(?3 IS NULL OR status = ?3) AND (?4 IS NULL OR ticket_type_id = ?4)"
    private static let isFound = """
        (?5 IS NULL OR \(["shown_name", "serial", "order_number"].map { "instr(lower(\($0)), ?5) > 0" }.joined(separator: " OR "))
            OR (?6 IS NOT NULL AND lower(shown_name) GLOB ?6))
        """

    private func lines(_ asked: [(any ColumnValue)?], _ limit: Int, _ offset: Int) throws -> [Attendee] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: Self.linesSQL), asked + [limit, offset]).map(Self.attendee)
    }
    private func matches(_ asked: [(any ColumnValue)?]) throws -> Int {
        try StoredRow.fetchOne(try db.cachedStatement(sql: Self.matchesSQL), asked)?[0] ?? 0
    }
    private func total(_ asked: [(any ColumnValue)?]) throws -> Int {
        try StoredRow.fetchOne(try db.cachedStatement(sql: Self.totalSQL), asked)?[0] ?? 0
    }

    private static func attendee(_ row: StoredRow) throws -> Attendee {
        guard let status = TicketStatus.Name(rawValue: row[4]) else { throw UnreadableRow("ticket \(row[0] as String)") }
        let entry: Int64? = row[7]
        return Attendee(ticketId: TicketID(row[0]), serial: row[1], name: row[2], typeName: row[3], status: status, orderNumber: row[5],
                        purchasedAt: Timestamp(millisecondsSinceEpoch: row[6]),
                        firstEntry: entry.map { Timestamp(millisecondsSinceEpoch: $0) })
    }

    /// How SQLite finds all this, for the test that it reads nothing but indexes.
    package static func plans(_ database: Database) throws -> [String] {
        try [linesSQL, matchesSQL, totalSQL].flatMap { sql in
            let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            // Values are not needed: parameters that nobody binds are NULL.
            statement.setUncheckedArguments([])
            return try Row.fetchAll(statement).map { $0["detail"] as String }
        }
    }
}
