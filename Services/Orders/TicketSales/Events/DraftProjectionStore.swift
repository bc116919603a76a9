import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `event_draft`: events that are not published yet, for one tenant. `event` has the others.
package struct DraftProjectionStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    func save(_ draft: DraftChanged) throws {
        try db.cachedStatement(sql: """
            INSERT INTO event_draft (tenant, event_id, organizer_id, title, deleted, ticket_types) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET title = excluded.title, deleted = excluded.deleted,
                ticket_types = excluded.ticket_types
            """).run([tenant, draft.eventId.rawValue, draft.organizerId.rawValue, draft.title, draft.deleted,
                   try JSON.text(draft.ticketTypes)])
    }
    func remove(_ id: EventID) throws {
        try db.cachedStatement(sql: "DELETE FROM event_draft WHERE tenant = ? AND event_id = ?").run([tenant, id.rawValue])
    }

    package func find(_ id: EventID) throws -> DraftProjection? {
        let statement = try db.cachedStatement(sql: """
            SELECT organizer_id, title, deleted, ticket_types FROM event_draft WHERE tenant = ? AND event_id = ?
            """)
        return try StoredRow.fetchOne(statement, arguments: [tenant, id.rawValue]).map { row in
            DraftProjection(id: id, organizerId: User.ID(row[0]), title: (row[1] as String?) ?? "", isDeleted: row[2],
                            ticketTypes: try JSON.decode([DraftChanged.TicketType].self, from: (row[3] as String).utf8))
        }
    }
    /// How many drafts an organizer has that are not deleted.
    package func count(of organizer: User.ID) throws -> Int {
        try Int.fetchOne(
            try db.cachedStatement(sql: "SELECT count(*) FROM event_draft WHERE tenant = ? AND organizer_id = ? AND deleted = 0"),
            arguments: [tenant, organizer.rawValue]) ?? 0
    }
}
