import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `scanner`, `gate` and `check_in`, for one tenant.
package struct CheckInStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    // MARK: - Staff

    package func isScanner(_ user: User.ID, of event: EventID) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM scanner WHERE tenant = ? AND event_id = ? AND user_id = ?)"),
            arguments: [tenant, event.rawValue, user.rawValue]) ?? false
    }
    package func grant(_ user: User.ID, _ event: EventID, at now: Timestamp) throws {
        try db.cachedStatement(
            sql: "INSERT INTO scanner (tenant, event_id, user_id, granted_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .run([tenant, event.rawValue, user.rawValue, now.millisecondsSinceEpoch])
    }
    /// False: the person was no scanner.
    package func revoke(_ user: User.ID, _ event: EventID) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM scanner WHERE tenant = ? AND event_id = ? AND user_id = ?").run([tenant, event.rawValue,
            user.rawValue])
        return db.changesCount == 1
    }
    /// Scanners of an event with their names, those granted last first.
    package func scanners(of event: EventID, limit: Int, offset: Int) throws -> (
        people: [(id: User.ID, name: String, email: String?, grantedAt: Timestamp)], total: Int) {
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM scanner WHERE tenant = ? AND event_id = ?"),
            arguments: [tenant, event.rawValue]) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT s.user_id, coalesce(p.name, ''), p.email, s.granted_at FROM scanner s LEFT JOIN person p ON p.tenant = s.tenant
            AND p.id = s.user_id
            WHERE s.tenant = ? AND s.event_id = ? ORDER BY s.granted_at DESC, s.user_id LIMIT ? OFFSET ?
            """), arguments: [tenant, event.rawValue, limit, offset])
        return (rows.map { (User.ID($0[0]), $0[1], $0[2], Timestamp(millisecondsSinceEpoch: $0[3])) }, total)
    }
    /// Events a person may scan at, neither cancelled nor deleted and not over before `since`; soonest first.
    /// - Parameter organizer: whose own events count as well; nil: only those where `user` is a scanner.
    package func events(of user: User.ID, organizer: User.ID?, endingAfter since: Timestamp, limit: Int, offset: Int) throws -> (
        events: [EventID], total: Int) {
        let from = """
            FROM event WHERE tenant = ?1 AND cancelled = 0 AND deleted = 0 AND end_at > ?3
                AND (organizer_id = ?4 OR id IN (SELECT event_id FROM scanner WHERE tenant = ?1 AND user_id = ?2))
            """
        let arguments: StatementArguments = [tenant, user.rawValue, since.millisecondsSinceEpoch, organizer?.rawValue]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) \(from)"), arguments: arguments) ?? 0
        let ids = try String.fetchAll(try db.cachedStatement(sql: "SELECT id \(from) ORDER BY start_at, id LIMIT ?5 OFFSET ?6"),
            arguments: arguments + [limit, offset])
        return (ids.map { EventID($0) }, total)
    }

    // MARK: - Erased people

    /// Answers to scans name the holder.
    package func eraseNames(of holder: User.ID) throws {
        try db.cachedStatement(sql: """
            UPDATE check_in SET answer = json_replace(answer, '$.ticket.attendeeName', '')
            WHERE tenant = ?1 AND ticket_id IN (SELECT id FROM ticket WHERE tenant = ?1 AND holder_id = ?2)
            """).execute(arguments: [tenant, holder.rawValue])
    }
    package func revokeAll(of user: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM scanner WHERE tenant = ? AND user_id = ?").execute(arguments: [tenant, user.rawValue])
    }

    // MARK: - Gates

    package func gates(of event: EventID) throws -> [Gate] {
        try StoredRow.fetchAll(
            try db.cachedStatement(sql: "SELECT id, name, ticket_types FROM gate WHERE tenant = ? AND event_id = ?"),
            arguments: [tenant, event.rawValue])
            .map(Self.gate).sorted { ($0.name.folded, $0.name) < ($1.name.folded, $1.name) }
    }
    package func gate(_ id: String, of event: EventID) throws -> Gate? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT id, name, ticket_types FROM gate WHERE tenant = ? AND event_id = ? AND id = ?"),
            arguments: [tenant, event.rawValue, id])
            .map(Self.gate)
    }
    package func isNameTaken(_ name: String, of event: EventID, except id: String?) throws -> Bool {
        // Rows of earlier releases have their accents folded away, and no other may have the same key.
        let same = name.caseFolded
        return try Row.fetchAll(try db.cachedStatement(sql: """
            SELECT name, name_folded FROM gate WHERE tenant = ? AND event_id = ? AND name_folded IN (?, ?) AND id IS NOT ?
            """), arguments: [tenant, event.rawValue, same, name.folded, id]).contains { row in
            let (known, key): (String, String) = (row[0], row[1])
            return key == same || known.caseFolded == same
        }
    }
    package func save(_ gate: Gate, of event: EventID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO gate (tenant, event_id, id, name, name_folded, ticket_types) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, event_id, id) DO UPDATE SET name = excluded.name, name_folded = excluded.name_folded,
            ticket_types = excluded.ticket_types
            """).run([tenant, event.rawValue, gate.id, gate.name, gate.name.caseFolded, try JSON.text(gate.ticketTypes)])
    }
    package func removeGate(_ id: String, of event: EventID) throws {
        try db.cachedStatement(sql: "DELETE FROM gate WHERE tenant = ? AND event_id = ? AND id = ?").run([tenant, event.rawValue, id])
    }
    private static func gate(_ row: StoredRow) throws -> Gate {
        Gate(id: row[0], name: row[1], ticketTypes: try JSON.decode([TicketTypeID].self, from: (row[2] as String).utf8))
    }

    // MARK: - Scans

    private static let columns = """
        id, nonce, fingerprint, ticket_id, serial, kind, refused_because, forced, gate_id, gate_name, device_id, scanned_by, \
        scanned_at, answer
        """

    package func insert(_ scan: CheckIn, of event: EventID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO check_in (tenant, event_id, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
            tenant, event.rawValue, scan.id, scan.nonce, scan.fingerprint, scan.ticket?.rawValue, scan.serial, scan.kind.rawValue,
            scan.refusedBecause,
                scan.isForced,
            scan.gateId, scan.gateName, scan.deviceId, scan.scannedBy.rawValue, scan.at.millisecondsSinceEpoch, scan.answer,
        ])
    }
    package func find(nonce: String, of event: EventID) throws -> CheckIn? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT \(Self.columns) FROM check_in WHERE tenant = ? AND event_id = ? AND nonce = ?"),
            arguments: [tenant, event.rawValue, nonce])
            .map(Self.checkIn)
    }
    /// The last scan of a ticket that opened the door inwards, with a code that was the ticket's.
    package func lastEntry(of ticket: TicketID) throws -> CheckIn? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM check_in WHERE tenant = ? AND ticket_id = ? AND kind = 'entry' AND refused_because IS NULL
                AND coalesce(problem, '') NOT IN ('revoked', 'cancelled')
                ORDER BY scanned_at DESC, id DESC LIMIT 1
            """), arguments: [tenant, ticket.rawValue]).map(Self.checkIn)
    }

    package struct LogFilter {
        package var ticket: TicketID?
        package var gate: String?
        /// True: only let through; false: only refused.
        package var wasOpened: Bool?
        package init(ticket: TicketID? = nil, gate: String? = nil, wasOpened: Bool? = nil) {
            (self.ticket, self.gate, self.wasOpened) = (ticket, gate, wasOpened)
        }
    }
    /// The log of an event's doors, newest first.
    package func log(of event: EventID, _ filter: LogFilter, limit: Int, offset: Int) throws -> (scans: [CheckIn], total: Int) {
        let condition = """
            tenant = ? AND event_id = ? AND ticket_id IS coalesce(?, ticket_id) AND gate_id IS coalesce(?, gate_id) AND \
            (? IS NULL OR (refused_because IS NULL) = ?)
            """
        let arguments: StatementArguments = [tenant, event.rawValue, filter.ticket?.rawValue, filter.gate, filter.wasOpened,
                                             filter.wasOpened]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM check_in WHERE \(condition)"), arguments: arguments)
            ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM check_in WHERE \(condition) ORDER BY scanned_at DESC, id LIMIT ? OFFSET ?
            """),
                                    arguments: arguments + [limit, offset])
        return (rows.map(Self.checkIn), total)
    }

    private static func checkIn(_ row: StoredRow) -> CheckIn {
        CheckIn(id: row[0], nonce: row[1], fingerprint: row[2], ticket: (row[3] as String?).map { TicketID($0) }, serial: row[4],
            kind: CheckInRules.Kind(rawValue: row[5]) ?? .entry,
                refusedBecause: row[6], isForced: row[7], gateId: row[8], gateName: row[9], deviceId: row[10], scannedBy: User.ID(row[11]),
                at: Timestamp(millisecondsSinceEpoch: row[12]), answer: row[13])
    }
}
