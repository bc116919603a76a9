import GRDB
import Kernel

/// What apps reported: ids for a while, numbers for good.
package struct ClientEventStore {
    package let database: Database
    package let tenant: TenantID

    /// Answers whether the id is new within the days it is remembered.
    package func remember(_ id: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: """
            INSERT INTO client_event (tenant, event_id, received_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant.rawValue, id, now.millisecondsSinceEpoch])
        return database.changesCount == 1
    }
    package func forget(before: Timestamp) throws {
        try database.cachedStatement(sql: "DELETE FROM client_event WHERE tenant = ? AND received_at < ?")
            .execute(arguments: [tenant.rawValue, before.millisecondsSinceEpoch])
    }
    package func count(_ name: String, on day: CalendarDate) throws {
        try database.cachedStatement(sql: """
            INSERT INTO client_event_count (tenant, day, name, event_count) VALUES (?, ?, ?, 1)
            ON CONFLICT (tenant, day, name) DO UPDATE SET event_count = event_count + 1
            """).execute(arguments: [tenant.rawValue, day.description, name])
    }
    package func days(_ from: CalendarDate, through: CalendarDate) throws -> [(day: String, name: String, count: Int)] {
        try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT day, name, event_count FROM client_event_count WHERE tenant = ? AND day BETWEEN ? AND ? ORDER BY day, name
            """), arguments: [tenant.rawValue, from.description, through.description]).map { ($0[0], $0[1], $0[2]) }
    }
}
