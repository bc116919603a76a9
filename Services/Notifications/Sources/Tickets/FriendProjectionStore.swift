import Contracts
import GRDB
import Kernel
import NotificationsKit

/// Rows of friends, and of who shares where they go.
struct FriendProjectionStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    func befriend(_ a: User.ID, _ b: User.ID) throws {
        let statement =
            try database.cachedStatement(sql: "INSERT INTO friendship (tenant, user_id, friend_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
        for (user, friend) in [(a, b), (b, a)] { try statement.execute(arguments: [tenant, user.rawValue, friend.rawValue]) }
    }
    func part(_ a: User.ID, _ b: User.ID) throws {
        let statement = try database.cachedStatement(sql: "DELETE FROM friendship WHERE tenant = ? AND user_id = ? AND friend_id = ?")
        for (user, friend) in [(a, b), (b, a)] { try statement.execute(arguments: [tenant, user.rawValue, friend.rawValue]) }
    }
    /// An account is gone.
    func forget(_ user: User.ID) throws {
        try database.cachedStatement(sql: """
            DELETE FROM friendship WHERE tenant = ?1 AND user_id IN (SELECT friend_id FROM friendship WHERE tenant = ?1 AND user_id = ?2)
            AND friend_id = ?2
            """).execute(arguments: [tenant, user.rawValue])
        try database.cachedStatement(sql: "DELETE FROM friendship WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant, user.rawValue])
        try setSharing(false, of: user)
    }

    func setSharing(_ isSharing: Bool, of user: User.ID) throws {
        let sql = isSharing ? "INSERT INTO attendance_shared (tenant, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
            : "DELETE FROM attendance_shared WHERE tenant = ? AND user_id = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [tenant, user.rawValue])
    }
    func isSharing(_ user: User.ID) throws -> Bool {
        let statement =
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM attendance_shared WHERE tenant = ? AND user_id = ?)")
        return try Bool.fetchOne(statement, arguments: [tenant, user.rawValue]) ?? false
    }
    /// A friend of the recipient goes to an event and lets friends know.
    func isGoing(_ friend: String, to event: String, asFriendOf recipient: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM friendship WHERE tenant = ?1 AND user_id = ?2 AND friend_id = ?3)
                AND EXISTS (SELECT 1 FROM attendance_shared WHERE tenant = ?1 AND user_id = ?3)
                AND EXISTS (SELECT 1 FROM holding WHERE tenant = ?1 AND event_id = ?4 AND user_id = ?3)
            """)
        return try Bool.fetchOne(statement, arguments: [tenant, recipient, friend, event]) ?? false
    }
}

extension NotificationsTransaction {
    var friends: FriendProjectionStore { FriendProjectionStore(database, tenant) }
}
