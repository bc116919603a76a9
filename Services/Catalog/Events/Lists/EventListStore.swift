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

    private func seen(_ sql: String, _ arguments: [DatabaseValue]) throws -> [SeenEvent] {
        try StoredRow.fetchAll(try database.cachedStatement(sql: sql), arguments: StatementArguments(arguments)).map(EventRow.seen)
    }
}
