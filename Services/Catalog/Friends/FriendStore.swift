import CatalogKit
import Contracts
import GRDB
import Kernel

/// Rows of friends and of invitations to be friends.
package struct FriendStore {
    let database: Database
    let tenant: TenantID

    // MARK: - Friends

    package struct Friend: Sendable, Equatable {
        package let id: User.ID
        package let name: String
        package let since: Timestamp
    }
    private static let columns = """
        f.friend_id, \(PersonStore.ownName(of: "p")), f.since
        FROM friendship f LEFT JOIN person p ON p.tenant = f.tenant AND p.user_id = f.friend_id
        """
    private static func friend(_ row: Row) -> Friend {
        Friend(id: User.ID(row[0] as String), name: row[1], since: Timestamp(millisecondsSinceEpoch: row[2]))
    }

    /// Newest first.
    package func page(of user: User.ID, limit: Int, offset: Int) throws -> (friends: [Friend], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM friendship WHERE tenant = ? AND user_id = ?"),
                                     arguments: [tenant.rawValue, user.rawValue]) ?? 0
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) WHERE f.tenant = ? AND f.user_id = ? ORDER BY f.since DESC, f.friend_id LIMIT ? OFFSET ?
            """)
        return (try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, limit, offset]).map(Self.friend), total)
    }
    /// Nil: they are no friends.
    package func find(_ friend: User.ID, of user: User.ID) throws -> Friend? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) WHERE f.tenant = ? AND f.user_id = ? AND f.friend_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue, friend.rawValue]).map(Self.friend)
    }
    package func befriend(_ a: User.ID, _ b: User.ID, at now: Timestamp) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO friendship (tenant, user_id, friend_id, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        for (user, friend) in [(a, b), (b, a)] {
            try statement.execute(arguments: [tenant.rawValue, user.rawValue, friend.rawValue, now.millisecondsSinceEpoch])
        }
    }
    /// Answers whether they were friends.
    package func part(_ a: User.ID, _ b: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "DELETE FROM friendship WHERE tenant = ? AND user_id = ? AND friend_id = ?")
        for (user, friend) in [(a, b), (b, a)] { try statement.execute(arguments: [tenant.rawValue, user.rawValue, friend.rawValue]) }
        return database.changesCount > 0
    }
    /// An account is gone: it has no friends and invites nobody. Answers who its friends were.
    package func erase(_ user: User.ID) throws -> [User.ID] {
        let friends =
            try String.fetchAll(database, sql: "SELECT friend_id FROM friendship WHERE tenant = ? AND user_id = ? ORDER BY friend_id",
                                arguments: [tenant.rawValue, user.rawValue]).map { User.ID($0) }
        for friend in friends { _ = try part(user, friend) }
        try database.execute(sql: "DELETE FROM friend_invite WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
        return friends
    }

    // MARK: - Invitations

    package func invite(_ hash: String) throws -> FriendInvite? {
        let statement = try database.cachedStatement(
            sql: "SELECT user_id, created_at, expires_at, used_at FROM friend_invite WHERE tenant = ? AND token_hash = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, hash]).map { row in
            FriendInvite(userID: User.ID(row[0] as String), createdAt: Timestamp(millisecondsSinceEpoch: row[1]),
                         expiresAt: Timestamp(millisecondsSinceEpoch: row[2]),
                         usedAt: (row[3] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
        }
    }
    package func insert(_ invite: FriendInvite, hash: String) throws {
        try database.cachedStatement(
            sql: "INSERT INTO friend_invite (tenant, token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [tenant.rawValue, hash, invite.userID.rawValue, invite.createdAt.millisecondsSinceEpoch,
                                 invite.expiresAt.millisecondsSinceEpoch])
        try database.cachedStatement(sql: """
            DELETE FROM friend_invite WHERE (tenant, token_hash) IN
                (SELECT tenant, token_hash FROM friend_invite WHERE tenant = ? AND user_id = ? ORDER BY created_at DESC, token_hash
            LIMIT -1 OFFSET ?)
            """).execute(arguments: [tenant.rawValue, invite.userID.rawValue, FriendInvite.keptMax])
    }
    package func markUsed(_ hash: String, at now: Timestamp) throws {
        try database.cachedStatement(sql: "UPDATE friend_invite SET used_at = ? WHERE tenant = ? AND token_hash = ?")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, hash])
    }
}
