import Contracts
import GRDB
import Kernel

package struct FavoriteStore {
    let database: Database
    let tenant: TenantID

    /// Answers whether anything changed; the event's count follows.
    package func add(_ event: EventID, of user: User.ID, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "INSERT INTO favorite (tenant, user_id, event_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, event.rawValue, now.millisecondsSinceEpoch])
        guard database.changesCount == 1 else { return false }
        try count(event, 1)
        return true
    }
    package func remove(_ event: EventID, of user: User.ID) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM favorite WHERE tenant = ? AND user_id = ? AND event_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, event.rawValue])
        guard database.changesCount == 1 else { return false }
        try count(event, -1)
        return true
    }
    private func count(_ event: EventID, _ change: Int) throws {
        try database.cachedStatement(sql: "UPDATE event SET favorite_count = favorite_count + ? WHERE tenant = ? AND event_id = ?")
            .execute(arguments: [change, tenant.rawValue, event.rawValue])
    }
}
