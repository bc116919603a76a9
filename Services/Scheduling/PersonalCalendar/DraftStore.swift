import Contracts
import GRDB
import Kernel

/// Rows of `event_draft`: when an organizer means to hold what nobody else knows of.
struct DraftStore {
    struct Draft: Sendable, Equatable {
        let organizer: User.ID
        /// Nil until both dates are chosen.
        let window: TimeWindow?
    }
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    func find(_ id: EventID) throws -> Draft? {
        let statement = try database.cachedStatement(
            sql: "SELECT organizer_id, start_at, end_at FROM event_draft WHERE tenant = ? AND event_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id.rawValue]).map { row in
            let start = (row[1] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
            let end = (row[2] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
            return Draft(organizer: User.ID(row[0] as String), window: start.flatMap { start in
                end.flatMap { start < $0 ? TimeWindow(start: start, end: $0) : nil }
            })
        }
    }
    func save(_ draft: DraftChanged) throws {
        try database.cachedStatement(sql: """
            INSERT INTO event_draft (tenant, event_id, organizer_id, start_at, end_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET organizer_id = excluded.organizer_id, start_at = excluded.start_at,
                end_at = excluded.end_at
            """).execute(arguments: [
                tenant, draft.eventId.rawValue, draft.organizerId.rawValue, draft.startDate?.millisecondsSinceEpoch,
                draft.endDate?.millisecondsSinceEpoch,
            ])
    }
    func remove(_ id: EventID) throws {
        try database.cachedStatement(sql: "DELETE FROM event_draft WHERE tenant = ? AND event_id = ?")
            .execute(arguments: [tenant, id.rawValue])
    }
    func forget(organizer: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM event_draft WHERE tenant = ? AND organizer_id = ?")
            .execute(arguments: [tenant, organizer.rawValue])
    }
}
