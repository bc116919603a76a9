import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `event`: what this service knows of events, for one tenant.
package struct EventProjectionStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    /// Keeps what the catalog said, unless something newer is known: messages of different kinds may overtake each other.
    package func remember(_ event: TicketEvent) throws {
        let known = try Int.fetchOne(try db.cachedStatement(sql: "SELECT version FROM event WHERE tenant = ? AND id = ?"),
            arguments: [tenant, event.eventId.rawValue])
        if let known, known >= event.version { return }
        try db.cachedStatement(sql: """
            INSERT INTO event (tenant, id, version, organizer_id, start_at, end_at, snapshot) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET version = excluded.version, organizer_id = excluded.organizer_id,
            start_at = excluded.start_at,
                end_at = excluded.end_at, snapshot = excluded.snapshot
            """).run([
                tenant, event.eventId.rawValue, event.version, event.organizerId.rawValue, event.startDate.millisecondsSinceEpoch,
                event.endDate.millisecondsSinceEpoch, try JSON.text(event),
            ])
    }

    package func find(_ id: EventID) throws -> TicketEvent? {
        try String.fetchOne(try db.cachedStatement(sql: "SELECT snapshot FROM event WHERE tenant = ? AND id = ?"),
                            arguments: [tenant, id.rawValue])
            .map { try JSON.decode(TicketEvent.self, from: $0.utf8) }
    }

    /// With what only this service knows of it.
    package func known(_ id: EventID) throws -> EventProjection? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT snapshot, cancelled, refund_open_until, deleted FROM event WHERE tenant = ? AND id = ?"),
            arguments: [tenant, id.rawValue])
            .map { row in
                EventProjection(event: try JSON.decode(TicketEvent.self, from: (row[0] as String).utf8), isCancelled: row[1],
                           isDeleted: row[3], refundOpenUntil: (row[2] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
            }
    }

    package func markCancelled(_ id: EventID) throws {
        try db.cachedStatement(sql: "UPDATE event SET cancelled = 1 WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }

    package func setDeleted(_ id: EventID, _ isDeleted: Bool) throws {
        try db.cachedStatement(sql: "UPDATE event SET deleted = ? WHERE tenant = ? AND id = ?").run([isDeleted, tenant, id.rawValue])
    }

    package func markRestored(_ id: EventID) throws {
        try db.cachedStatement(sql: "UPDATE event SET cancelled = 0, deleted = 0 WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }

    /// Date or venue changed: refunds are open until then, at least.
    package func openRefunds(of id: EventID, until: Timestamp) throws {
        try db.cachedStatement(
            sql: "UPDATE event SET refund_open_until = max(coalesce(refund_open_until, 0), ?) WHERE tenant = ? AND id = ?")
            .run([until.millisecondsSinceEpoch, tenant, id.rawValue])
    }
}
