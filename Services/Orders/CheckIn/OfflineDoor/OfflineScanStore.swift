import Contracts
import GRDB
import Kernel
import OrdersKit
import OrdersTicketSales
import Storage

/// What `check_in` knows of uploaded scans, and the rows of `imported_entry` and `check_in_conflict`, for one tenant.
package struct OfflineScanStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    // MARK: - Scans

    /// What is known of an uploaded scan beside what every scan has.
    package struct Receipt {
        package let at: Timestamp
        package let sentAt: Timestamp
        package let problem: ScanReplay.Problem?
    }
    package func insert(_ scan: CheckIn, of event: EventID, _ receipt: Receipt) throws {
        try CheckInStore(db, TenantID(unchecked: tenant)).insert(scan, of: event)
        try db.cachedStatement(sql: """
            UPDATE check_in SET received_at = ?, sent_at = ?, problem = ? WHERE tenant = ? AND event_id = ? AND id = ?
            """).run([
            receipt.at.millisecondsSinceEpoch, receipt.sentAt.millisecondsSinceEpoch, receipt.problem?.rawValue, tenant, event.rawValue,
            scan.id,
        ])
    }

    private static let columns = "nonce, device_id, scanned_at, kind, refused_because, forced, problem, received_at, sent_at"

    /// Every scan of a ticket, online and offline, in no order.
    package func scans(of ticket: TicketID) throws -> [ScanReplay.Scan] {
        try StoredRow.fetchAll(
            try db.cachedStatement(sql: "SELECT \(Self.columns) FROM check_in WHERE tenant = ? AND ticket_id = ?"),
            [tenant, ticket.rawValue]).map(Self.scan)
    }
    package func scan(_ nonce: String, of event: EventID) throws -> ScanReplay.Scan? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT \(Self.columns) FROM check_in WHERE tenant = ? AND event_id = ? AND nonce = ?"),
            [tenant, event.rawValue, nonce]).map(Self.scan)
    }
    private static func scan(_ row: StoredRow) throws -> ScanReplay.Scan {
        guard let kind = CheckInRules.Kind(rawValue: row[3]) else { throw UnreadableRow("scan \(row[0] as String)") }
        let refused: String? = row[4]
        let problem: String? = row[6]
        let received: Int64? = row[7]
        let sent: Int64? = row[8]
        let at: Int64 = row[2]
        return ScanReplay.Scan(
            nonce: row[0], deviceID: row[1] ?? "", at: Timestamp(millisecondsSinceEpoch: at), kind: kind, isAdmitted: refused == nil,
            problem: received == nil
                ? ScanReplay.Problem(refused.flatMap(CheckInRules.Refusal.init)) : problem.flatMap(ScanReplay.Problem.init(rawValue:)),
            isForced: row[5], isClockAhead: sent != nil && sent != at)
    }

    package func hasUploads(_ ticket: TicketID) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM check_in WHERE tenant = ? AND ticket_id = ? AND received_at IS NOT NULL)
            """), arguments: [tenant, ticket.rawValue]) ?? false
    }
    /// Whether any scan let this ticket in, or its import is noted.
    package func hasEntry(_ ticket: TicketID) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM check_in WHERE tenant = ?1 AND ticket_id = ?2 AND kind = 'entry' AND refused_because IS NULL)
                OR EXISTS (SELECT 1 FROM imported_entry WHERE tenant = ?1 AND ticket_id = ?2)
            """), arguments: [tenant, ticket.rawValue]) ?? false
    }

    // MARK: - Imported entries

    package func noteImported(_ passage: ScanReplay.Passage, of ticket: TicketID) throws {
        try db.cachedStatement(sql: "INSERT INTO imported_entry (tenant, ticket_id, entered_at, inside) VALUES (?, ?, ?, ?)")
            .run([tenant, ticket.rawValue, passage.firstEntry.millisecondsSinceEpoch, passage.isInside])
    }
    package func imported(of ticket: TicketID) throws -> ScanReplay.Passage? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT entered_at, inside FROM imported_entry WHERE tenant = ? AND ticket_id = ?"),
            [tenant, ticket.rawValue])
            .map { ScanReplay.Passage(firstEntry: Timestamp(millisecondsSinceEpoch: $0[0]), isInside: $0[1]) }
    }

    // MARK: - Conflicts

    /// Conflicts of a ticket: the nonce that is kept, by id.
    package func conflictRows(of ticket: TicketID) throws -> [String: String?] {
        try StoredRow.fetchAll(
            try db.cachedStatement(sql: "SELECT id, kept_nonce FROM check_in_conflict WHERE tenant = ? AND ticket_id = ?"),
            [tenant, ticket.rawValue]).reduce(into: [:]) { rows, row in rows.updateValue(row[1] as String?, forKey: row[0]) }
    }
    package func insert(_ conflict: ScanReplay.Conflict, id: String, ticket: TicketID?, of event: EventID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO check_in_conflict (tenant, event_id, id, kind, ticket_id, kept_nonce, other_nonce, scanned_at)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, nonce, scanned_at FROM check_in WHERE tenant = ?1 AND event_id = ?2 AND nonce = ?7
            """).run([tenant, event.rawValue, id, conflict.kind.rawValue, ticket?.rawValue, conflict.kept, conflict.other])
    }
    package func changeKept(_ nonce: String?, of id: String, _ event: EventID) throws {
        try db.cachedStatement(sql: "UPDATE check_in_conflict SET kept_nonce = ? WHERE tenant = ? AND event_id = ? AND id = ?")
            .run([nonce, tenant, event.rawValue, id])
    }
    package func removeConflict(_ id: String, of event: EventID) throws {
        try db.cachedStatement(sql: "DELETE FROM check_in_conflict WHERE tenant = ? AND event_id = ? AND id = ?")
            .run([tenant, event.rawValue, id])
    }

    private static let shown = """
        SELECT c.id, c.kind, c.ticket_id, t.serial, c.kept_nonce, k.device_id, k.gate_name, coalesce(k.sent_at, k.scanned_at, i.entered_at),
            c.other_nonce, o.device_id, o.gate_name, coalesce(o.sent_at, o.scanned_at)
        """
    private static let named = """
        JOIN check_in o ON o.tenant = c.tenant AND o.event_id = c.event_id AND o.nonce = c.other_nonce
        LEFT JOIN check_in k ON k.tenant = c.tenant AND k.event_id = c.event_id AND k.nonce = c.kept_nonce
        LEFT JOIN ticket t ON t.tenant = c.tenant AND t.id = c.ticket_id
        LEFT JOIN imported_entry i ON i.tenant = c.tenant AND i.ticket_id = c.ticket_id
        """
    private static let order = "ORDER BY c.scanned_at DESC, c.id DESC LIMIT ? OFFSET ?"

    /// The most conflicts that the answer to one upload lists; all of them are in the event's list.
    package static let conflictsPerUploadMax = 3000

    /// Every conflict in which one of these scans takes part, newest first.
    package func conflicts(of event: EventID, with nonces: [String]) throws -> [ScanConflict] {
        let list = try JSON.text(nonces)
        return try StoredRow.fetchAll(try db.cachedStatement(sql: """
            WITH touched (id) AS MATERIALIZED (
                SELECT id FROM check_in_conflict WHERE tenant = ? AND event_id = ? AND other_nonce IN (SELECT value FROM json_each(?))
                UNION SELECT id FROM check_in_conflict WHERE tenant = ? AND event_id = ? AND kept_nonce IN (SELECT value FROM json_each(?)))
            \(Self.shown) FROM touched CROSS JOIN check_in_conflict c ON c.tenant = ? AND c.event_id = ? AND c.id = touched.id
            \(Self.named) \(Self.order)
            """), [
            tenant, event.rawValue, list, tenant, event.rawValue, list, tenant, event.rawValue, Self.conflictsPerUploadMax, 0,
        ]).map(ScanConflict.init)
    }
    /// A page of an event's conflicts, newest first.
    package func conflicts(of event: EventID, limit: Int, offset: Int) throws -> (conflicts: [ScanConflict], total: Int) {
        let total = try Int.fetchOne(
            try db.cachedStatement(sql: "SELECT count(*) FROM check_in_conflict WHERE tenant = ? AND event_id = ?"),
            arguments: [tenant, event.rawValue]) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            \(Self.shown) FROM check_in_conflict c \(Self.named) WHERE c.tenant = ? AND c.event_id = ? \(Self.order)
            """), [tenant, event.rawValue, limit, offset])
        return (rows.map(ScanConflict.init), total)
    }
}

extension OrdersScope {
    package var offlineScans: OfflineScanStore { OfflineScanStore(database, tenant) }
}

extension ScanConflict {
    /// Columns as the list of conflicts reads them.
    init(_ row: StoredRow) {
        (id, kind, serial) = (row[0], row[1], row[3])
        ticketId = (row[2] as String?).map { TicketID($0) }
        let keptAt: Int64? = row[7]
        kept = kind == ScanReplay.ConflictKind.doubleEntry.rawValue
            ? keptAt.map { Scan(nonce: row[4], deviceId: row[5], gateName: row[6], scannedAt: Timestamp(millisecondsSinceEpoch: $0)) } : nil
        other = Scan(nonce: row[8], deviceId: row[9], gateName: row[10], scannedAt: Timestamp(millisecondsSinceEpoch: row[11]))
    }
}
