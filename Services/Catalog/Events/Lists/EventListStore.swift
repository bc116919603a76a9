import CatalogKit
import Contracts
import GRDB
import Kernel
import Storage

/// Lists of events that begin with a person, cut into pages by the database. Those of everything are `EventFinderStore`'s.
package struct EventListStore {
    package let database: Database
    package let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

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
        return (try seen(sql, [viewer, viewer] + condition.arguments + [limit.databaseValue, offset.databaseValue]), total)
    }

    // MARK: - What recommendations choose from, for messages, which know no memory of questions

    private static let ratedColumns = "0, e.event_id, 0, \(ListedEvent.columns), p.rating_sum, p.rating_count"
    private static let ratedWidth = 3 + ListedEvent.columnCount

    /// As `EventFinderStore.soonest`, of what is not one's own and for which one holds no ticket.
    package func soonest(_ limit: Int, for user: User.ID?, reachedAges: [(years: Int, from: Timestamp)],
                         now: Timestamp) throws -> [RatedEvent] {
        var condition = EventCondition(tenant: tenant)
        condition.addLive(now: now)
        condition.addAges(reachedAges)
        if let user = user?.rawValue.databaseValue {
            condition.require("e.organizer_id <> ?", user)
            condition.require("""
                NOT EXISTS
                    (SELECT 1 FROM holding h WHERE h.tenant = e.tenant AND h.scope_id = e.event_id AND h.user_id = ? AND h.bought >
                        (SELECT count(*) FROM received_ticket g
                            WHERE g.tenant = h.tenant AND g.event_id = h.scope_id AND g.buyer_id = h.user_id))
                """, user)
            condition.require("""
                NOT EXISTS (SELECT 1 FROM received_ticket r WHERE r.tenant = e.tenant AND r.event_id = e.event_id AND r.holder_id = ?)
                """, user)
        }
        return try rated(condition, limit)
    }
    /// One event, whatever it is.
    package func rated(_ id: EventID) throws -> RatedEvent? {
        var condition = EventCondition(tenant: tenant)
        condition.require("e.event_id = ?", id.rawValue.databaseValue)
        return try rated(condition, 1).first
    }
    private func rated(_ condition: EventCondition, _ limit: Int) throws -> [RatedEvent] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.ratedColumns) FROM \(condition.tables) JOIN person p ON p.tenant = e.tenant AND p.user_id = e.organizer_id
            WHERE \(condition.text) ORDER BY e.start_at, e.event_id LIMIT ?
            """)
        let types = try database.cachedStatement(sql: EventListIndexStore.typesSQL)
        var names = SharedNames()
        return try StoredRow.fetchAll(statement, arguments: StatementArguments(condition.arguments + [limit.databaseValue])).map { row in
            RatedEvent(ListedEvent(row, types: try StoredRow.fetchAll(types, [tenant.rawValue, row[1] as String]), &names),
                       ofOrganizer: Stars.average(sum: row[Self.ratedWidth], count: row[Self.ratedWidth + 1]))
        }
    }

    private func seen(_ sql: String, _ arguments: [DatabaseValue]) throws -> [SeenEvent] {
        try StoredRow.fetchAll(try database.cachedStatement(sql: sql), arguments: StatementArguments(arguments)).map(EventRow.seen)
    }
}
