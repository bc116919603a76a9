import Contracts
import GRDB
import Kernel
import Storage

package struct FavoriteStore {
    let database: Database
    let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Answers whether anything changed; the event's count follows.
    package func add(_ event: EventID, of user: User.ID, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(
            sql: "INSERT INTO favorite (tenant, user_id, event_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .run([tenant.rawValue, user.rawValue, event.rawValue, now.millisecondsSinceEpoch])
        guard database.changesCount == 1 else { return false }
        try count(event, 1)
        return true
    }
    package func remove(_ event: EventID, of user: User.ID) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM favorite WHERE tenant = ? AND user_id = ? AND event_id = ?")
            .run([tenant.rawValue, user.rawValue, event.rawValue])
        guard database.changesCount == 1 else { return false }
        try count(event, -1)
        return true
    }
    private func count(_ event: EventID, _ change: Int) throws {
        try database.cachedStatement(sql: "UPDATE event SET favorite_count = favorite_count + ? WHERE tenant = ? AND event_id = ?")
            .run([change, tenant.rawValue, event.rawValue])
    }
}
