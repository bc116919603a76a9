import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `business_fact`, for one tenant, and what triggers keep of them: sums of days and quarters of an hour, people, their numbers.
struct BusinessNumbersStore {
    private let db: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    // MARK: - Views

    /// Looks of one person at one event within this time count once.
    static let viewMinutes = 30

    /// Counts a guest's look.
    func addGuestView(of event: EventID, organizer: User.ID, at time: Timestamp) throws {
        try db.cachedStatement(sql: """
            INSERT INTO business_fact (tenant, event_id, at, kind, ref, organizer_id, ticket_type_id, user_id, units, amount, fee)
            VALUES (?, ?, ?, 'view', '', ?, '', NULL, 1, 0, 0)
            ON CONFLICT (tenant, event_id, at, kind, ref) DO UPDATE SET units = units + 1
            """).run([tenant, event.rawValue, time.millisecondsSinceEpoch, organizer.rawValue])
    }
    /// Counts a person's look, unless another one was shortly before: the catalog may have forgotten that one, at the person's request.
    func addView(of event: EventID, organizer: User.ID, by user: User.ID, at time: Timestamp, message: String) throws {
        let isKnown = try Bool.fetchOne(try db.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM business_person WHERE tenant = ? AND scope_id = ? AND user_id = ? AND last_view_at > ?)
            """), arguments: [tenant, event.rawValue, user.rawValue, (time - .minutes(Self.viewMinutes)).millisecondsSinceEpoch]) ?? false
        if isKnown { return }
        try db.cachedStatement(sql: """
            INSERT INTO business_fact (tenant, event_id, at, kind, ref, organizer_id, ticket_type_id, user_id, units, amount, fee)
            VALUES (?, ?, ?, 'view', ?, ?, '', ?, 1, 0, 0)
            """).run([tenant, event.rawValue, time.millisecondsSinceEpoch, message, organizer.rawValue, user.rawValue])
        try db.cachedStatement(sql: "UPDATE business_person SET last_view_at = ? WHERE tenant = ? AND scope_id = ? AND user_id = ?")
            .run([time.millisecondsSinceEpoch, tenant, event.rawValue, user.rawValue])
    }

    /// Nothing says any more who it was; the numbers stay.
    func erase(_ user: User.ID, as pseudonym: String) throws {
        try db.cachedStatement(sql: "UPDATE business_fact SET user_id = ? WHERE tenant = ? AND user_id = ?")
            .run([pseudonym, tenant, user.rawValue])
        try db.cachedStatement(sql: "DELETE FROM business_person WHERE tenant = ? AND user_id = ?").run([tenant, user.rawValue])
    }

    // MARK: - Sums

    struct Key: Hashable, Sendable {
        let event: EventID
        let kind: BusinessFactKind
        /// Empty: of no one type.
        let type: TicketTypeID
    }

    /// Everything in the period, by event, kind and ticket type.
    func tallies(of scope: BusinessScope, in range: Range<Int64>) throws -> [Key: BusinessTally] {
        var found: [Key: BusinessTally] = [:]
        func add(_ rows: [StoredRow]) throws {
            for row in rows {
                let key = Key(event: EventID(row[0]), kind: try kind(row[1]), type: TicketTypeID(row[2]))
                found[key, default: BusinessTally()].add(BusinessTally(units: row[3], amount: row[4], fee: row[5]))
            }
        }
        let columns = "event_id, kind, ticket_type_id, sum(units), sum(amount), sum(fee)", group = "GROUP BY event_id, kind, ticket_type_id"
        let span = BusinessSpan(range, bucket: BusinessSpan.day)
        for range in span.buckets {
            let sql = """
                SELECT \(columns) FROM business_day WHERE tenant = ?1 AND organizer_id = ?2 AND \(Self.event(of: scope))
                AND start_at >= ?4 AND start_at < ?5 \(group)
                """
            try add(StoredRow.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments(scope, range)))
        }
        for range in span.edges { try add(facts(columns, of: scope, range, "1", group)) }
        return found
    }

    /// Sales or entries by stretches of time.
    /// - Parameter offset: is added to a time before it is divided, so that local days begin at a multiple.
    func tallies(of scope: BusinessScope, _ kinds: [BusinessFactKind], in range: Range<Int64>, milliseconds: Int64,
                 offset: Int64 = 0) throws -> [Int64: [BusinessFactKind: BusinessTally]] {
        var found: [Int64: [BusinessFactKind: BusinessTally]] = [:]
        func add(_ rows: [StoredRow]) throws {
            for row in rows {
                found[row[0], default: [:]][try kind(row[1]), default: BusinessTally()].add(BusinessTally(units: row[2], amount: row[3]))
            }
        }
        let span = BusinessSpan(range, bucket: BusinessSpan.quarter)
        let condition = "kind IN (" + kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
        func columns(_ time: String) -> String { "(\(time) + \(offset)) / \(milliseconds), kind, sum(units), sum(amount)" }
        for range in span.buckets {
            let sql = """
                SELECT \(columns("start_at")) FROM business_quarter
                WHERE tenant = ? AND scope_id = ? AND \(condition) AND start_at >= ? AND start_at < ? GROUP BY 1, 2
                """
            try add(StoredRow.fetchAll(try db.cachedStatement(sql: sql),
                                       arguments: [tenant, scope.id, range.lowerBound, range.upperBound]))
        }
        for range in span.edges { try add(facts(columns("at"), of: scope, range, condition, "GROUP BY 1, 2")) }
        return found
    }

    /// The types of an event's tickets, as they were sold, by name. No places are left of them.
    func soldTypes(of event: EventID) throws -> [BusinessEvent.TicketType] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT ticket_type_id, max(ticket_type_name) FROM ticket WHERE tenant = ? AND event_id = ? GROUP BY 1 ORDER BY 2, 1
            """), arguments: [tenant, event.rawValue]).map { BusinessEvent.TicketType(id: TicketTypeID($0[0]), name: $0[1], quantity: 0) }
    }

    /// From the first quarter of an hour with a sale to the last; nil: nothing was sold.
    func salesRange(of scope: BusinessScope) throws -> ClosedRange<Int64>? {
        let row = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT min(start_at), max(start_at) FROM business_quarter WHERE tenant = ? AND scope_id = ? AND kind = 'order'
            """), arguments: [tenant, scope.id])
        guard let first = row?[0] as Int64?, let last = row?[1] as Int64? else { return nil }
        return first...last
    }

    private static func event(of scope: BusinessScope) -> String { scope.event == nil ? "?3 IS NULL" : "event_id = ?3" }

    private func facts(_ columns: String, of scope: BusinessScope, _ range: Range<Int64>, _ condition: String,
                       _ group: String) throws -> [StoredRow] {
        let sql = """
            SELECT \(columns) FROM business_fact WHERE tenant = ?1 AND organizer_id = ?2 AND \(Self.event(of: scope))
            AND at >= ?4 AND at < ?5 AND \(condition) \(group)
            """
        return try StoredRow.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments(scope, range))
    }
    private func arguments(_ scope: BusinessScope, _ range: Range<Int64>) -> StatementArguments {
        [tenant, scope.organizer.rawValue, scope.event?.rawValue, range.lowerBound, range.upperBound]
    }
    private func kind(_ name: String) throws -> BusinessFactKind {
        guard let kind = BusinessFactKind(rawValue: name) else { throw UnreadableRow("business fact \(name)") }
        return kind
    }

    // MARK: - People

    /// Different people of all time: kept.
    func reach(of scope: BusinessScope) throws -> BusinessReach {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT buyers, holders, viewers, prospects FROM business_reach WHERE tenant = ? AND scope_id = ?
            """), arguments: [tenant, scope.id])
            .map { BusinessReach(buyers: $0[0], holders: $0[1], viewers: $0[2], prospects: $0[3]) } ?? BusinessReach()
    }
    /// Different people of a period, counted from its facts. SQLite would sort all of them to put equal people
    /// together.
    func reach(of scope: BusinessScope, in range: Range<Int64>) throws -> BusinessReach {
        let rows = try Row.fetchCursor(try db.cachedStatement(sql: """
            SELECT user_id, CASE kind WHEN 'order' THEN \(Deeds.bought.rawValue) WHEN 'ticket' THEN \(Deeds.holds.rawValue)
                ELSE \(Deeds.looked.rawValue) END
            FROM business_fact WHERE tenant = ?1 AND organizer_id = ?2 AND \(Self.event(of: scope)) AND at >= ?4 AND at < ?5
                AND user_id IS NOT NULL
            """), arguments: arguments(scope, range))
        var people: [String: Deeds] = [:]
        while let row = try rows.next() { people[row[0], default: []].insert(Deeds(rawValue: row[1])) }
        return people.values.reduce(into: BusinessReach()) { reach, deeds in
            reach.buyers += deeds.contains(.bought) ? 1 : 0
            reach.holders += deeds.contains(.holds) ? 1 : 0
            reach.viewers += deeds.contains(.looked) ? 1 : 0
            reach.prospects += deeds.isDisjoint(with: [.bought, .looked]) ? 0 : 1
        }
    }
    /// What somebody did in a period.
    private struct Deeds: OptionSet {
        let rawValue: Int
        static let bought = Deeds(rawValue: 1), holds = Deeds(rawValue: 2), looked = Deeds(rawValue: 4)
    }
}
