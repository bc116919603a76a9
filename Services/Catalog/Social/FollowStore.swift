import CatalogEvents
import CatalogKit
import GRDB
import Kernel

/// Who follows which organizer.
extension PersonStore {
    /// Answers whether anything changed.
    package func follow(_ organizer: User.ID, by user: User.ID, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(
            sql: "INSERT INTO follow (tenant, user_id, organizer_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, organizer.rawValue, now.millisecondsSinceEpoch])
        guard database.changesCount == 1 else { return false }
        try count(organizer, 1)
        return true
    }
    package func unfollow(_ organizer: User.ID, by user: User.ID) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM follow WHERE tenant = ? AND user_id = ? AND organizer_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, organizer.rawValue])
        guard database.changesCount == 1 else { return false }
        try count(organizer, -1)
        return true
    }
    package func followerCount(of organizer: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT follower_count FROM person WHERE tenant = ? AND user_id = ?"),
                         arguments: [tenant.rawValue, organizer.rawValue]) ?? 0
    }
    private func count(_ organizer: User.ID, _ change: Int) throws {
        try database.cachedStatement(sql: "UPDATE person SET follower_count = follower_count + ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [change, tenant.rawValue, organizer.rawValue])
    }
}
