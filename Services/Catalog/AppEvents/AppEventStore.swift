import GRDB
import Kernel

/// What apps told: ids for a while, numbers for good.
package struct AppEventStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Answers whether the id is new within the days it is remembered.
    package func remember(_ id: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "INSERT INTO app_event (tenant, event_id, received_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, id, now.millisecondsSinceEpoch])
        return database.changesCount == 1
    }
    package func forget(before: Timestamp) throws {
        try database.cachedStatement(sql: "DELETE FROM app_event WHERE tenant = ? AND received_at < ?")
            .execute(arguments: [tenant.rawValue, before.millisecondsSinceEpoch])
    }
    package func count(_ name: String, on day: CalendarDate) throws {
        try database.cachedStatement(sql: """
            INSERT INTO app_event_count (tenant, day, name, event_count) VALUES (?, ?, ?, 1)
            ON CONFLICT (tenant, day, name) DO UPDATE SET event_count = event_count + 1
            """).execute(arguments: [tenant.rawValue, day.description, name])
    }
    package func count(search: String, on day: CalendarDate) throws {
        try database.cachedStatement(sql: """
            INSERT INTO app_search_count (tenant, day, query, search_count) VALUES (?, ?, ?, 1)
            ON CONFLICT (tenant, day, query) DO UPDATE SET search_count = search_count + 1
            """).execute(arguments: [tenant.rawValue, day.description, search])
    }

    package func days(_ from: CalendarDate, through: CalendarDate) throws -> [(day: String, name: String, count: Int)] {
        try Row.fetchAll(
            database, sql: "SELECT day, name, event_count FROM app_event_count WHERE tenant = ? AND day BETWEEN ? AND ? ORDER BY day, name",
            arguments: [tenant.rawValue, from.description, through.description]).map { ($0[0], $0[1], $0[2]) }
    }
    package func topSearches(_ from: CalendarDate, through: CalendarDate, limit: Int) throws -> [(query: String, count: Int)] {
        try Row.fetchAll(database, sql: """
            SELECT query, sum(search_count) FROM app_search_count WHERE tenant = ? AND day BETWEEN ? AND ? GROUP BY query
            ORDER BY 2 DESC, 1 LIMIT ?
            """, arguments: [tenant.rawValue, from.description, through.description, limit]).map { ($0[0], $0[1]) }
    }
}
