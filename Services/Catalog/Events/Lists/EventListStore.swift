import Contracts
import GRDB
import Kernel
import Storage

/// Lists of events, cut into pages by the database.
package struct EventListStore {
    package let database: Database
    package let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// A page of what the filter lets through, as `user` sees it, and the number of all.
    package func page(_ filter: EventFilter, bands: CatalogSettings.PriceBands, seenBy user: User.ID?, now: Timestamp, limit: Int,
                      offset: Int) throws
        -> (events: [SeenEvent], total: Int) {
        var condition = EventCondition(tenant: tenant)
        condition.add(filter, bands: bands, now: now)
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(condition.counted)",
                                     arguments: StatementArguments(condition.arguments)) ?? 0
        guard total > offset else { return ([], total) }
        let viewer = (user?.rawValue ?? "").databaseValue
        let sql = """
            SELECT \(EventStore.columns), \(EventStore.viewerColumns), NULL
            FROM \(condition.tables) JOIN person p ON p.tenant = e.tenant AND p.user_id = e.organizer_id
            WHERE \(condition.text) ORDER BY \(condition.order) LIMIT ? OFFSET ?
            """
        let arguments = [viewer, viewer] + condition.arguments + condition.orderArguments + [limit.databaseValue, offset.databaseValue]
        return (try seen(sql, arguments, cached: condition.isCommon), total)
    }

    /// A person's favorites, newest first; deleted events and those barred by age are left out.
    package func favorites(of user: User.ID, reachedAges: [(years: Int, from: Timestamp)], limit: Int, offset: Int) throws -> (
        events: [SeenEvent], total: Int) {
        var condition = EventCondition(tenant: tenant, driver: "favorite l")
        condition.require("l.tenant = ? AND l.user_id = ? AND e.tenant = l.tenant AND e.event_id = l.event_id",
            tenant.rawValue.databaseValue, user.rawValue.databaseValue)
        condition.require("e.deleted_at IS NULL")
        condition.addAges(reachedAges)
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(condition.counted)",
                                     arguments: StatementArguments(condition.arguments)) ?? 0
        let sql = """
            SELECT \(EventStore.columns), \(EventStore.viewerColumns), NULL
            FROM \(condition.tables) JOIN person p ON p.tenant = e.tenant AND p.user_id = e.organizer_id
            WHERE \(condition.text) ORDER BY l.created_at DESC, l.event_id LIMIT ? OFFSET ?
            """
        let viewer = user.rawValue.databaseValue
        return (try seen(sql, [viewer, viewer] + condition.arguments + [limit.databaseValue, offset.databaseValue], cached: true), total)
    }

    package func seen(_ sql: String, _ arguments: [DatabaseValue], cached: Bool) throws -> [SeenEvent] {
        let statement = try cached ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
        return try StoredRow.fetchAll(statement, arguments: StatementArguments(arguments)).map(EventRow.seen)
    }

    /// Events that are published or running, per category and per city (as first written).
    package func counts(by column: CountedColumn, now: Timestamp) throws -> [(key: String, count: Int)] {
        let group = column == .city ? "city_folded" : "category"
        return try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT min(\(column == .city ? "venue_city" : "category")), count(*) FROM event e
            WHERE e.tenant = ? AND e.life = 'published' AND e.deleted_at IS NULL AND e.start_at > ? AND e.end_at > ? GROUP BY \(group)
            ORDER BY 2 DESC, 1
            """), arguments: [tenant.rawValue, (now - EventCondition.lookBack).millisecondsSinceEpoch, now.millisecondsSinceEpoch]).map {
                ($0[0], $0[1])
            }
    }
    package enum CountedColumn: Sendable { case category, city }

    /// How SQLite would find a page, for the test that lists use their indexes.
    package func plan(_ filter: EventFilter, bands: CatalogSettings.PriceBands, now: Timestamp) throws -> [String] {
        var condition = EventCondition(tenant: tenant)
        condition.add(filter, bands: bands, now: now)
        let sql = "EXPLAIN QUERY PLAN SELECT e.event_id FROM \(condition.tables) WHERE \(condition.text) ORDER BY \(condition.order)"
        return try Row.fetchAll(database, sql: sql, arguments: StatementArguments(condition.arguments + condition.orderArguments)).map {
            $0["detail"]
        }
    }
}
