import Contracts
import GRDB
import Kernel

/// Rows of friends, of who shares where they go, and of items that name somebody.
struct FriendStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    func befriend(_ a: User.ID, _ b: User.ID) throws {
        let statement = try database.cachedStatement(sql: "INSERT INTO friendship (tenant, user_id, friend_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
        for (user, friend) in [(a, b), (b, a)] { try statement.execute(arguments: [tenant, user.rawValue, friend.rawValue]) }
    }
    func part(_ a: User.ID, _ b: User.ID) throws {
        let statement = try database.cachedStatement(sql: "DELETE FROM friendship WHERE tenant = ? AND user_id = ? AND friend_id = ?")
        for (user, friend) in [(a, b), (b, a)] { try statement.execute(arguments: [tenant, user.rawValue, friend.rawValue]) }
    }
    /// An account is gone.
    func forget(_ user: User.ID) throws {
        try database.cachedStatement(sql: """
            DELETE FROM friendship WHERE tenant = ?1 AND user_id IN (SELECT friend_id FROM friendship WHERE tenant = ?1 AND user_id = ?2) AND friend_id = ?2
            """).execute(arguments: [tenant, user.rawValue])
        try database.cachedStatement(sql: "DELETE FROM friendship WHERE tenant = ? AND user_id = ?").execute(arguments: [tenant, user.rawValue])
        try setSharing(false, of: user)
    }

    func setSharing(_ isSharing: Bool, of user: User.ID) throws {
        let sql = isSharing ? "INSERT INTO attendance_shared (tenant, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING" : "DELETE FROM attendance_shared WHERE tenant = ? AND user_id = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [tenant, user.rawValue])
    }
    func isSharing(_ user: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM attendance_shared WHERE tenant = ? AND user_id = ?)")
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

    // MARK: - Items that name somebody

    struct Naming {
        let user: User.ID
        let notification: String
    }
    func note(_ notification: String, of user: User.ID, names person: String) throws {
        try database.cachedStatement(sql: "INSERT INTO naming (tenant, user_id, notification_id, person_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant, user.rawValue, notification, person])
    }
    func namings(of person: User.ID, limit: Int) throws -> [Naming] {
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, notification_id FROM naming WHERE tenant = ? AND person_id = ? ORDER BY user_id, notification_id LIMIT ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant, person.rawValue, limit]).map { Naming(user: User.ID($0[0] as String), notification: $0[1]) }
    }
    /// Deletes what a message told a user about another person: the feed item and the messages in progress or waiting.
    /// The record of the decision stays.
    func forget(_ naming: Naming) throws {
        try database.cachedStatement(sql: "UPDATE candidate SET facts = '{}' WHERE tenant = ? AND id = ? AND recipient_id = ?")
            .execute(arguments: [tenant, naming.notification, naming.user.rawValue])
        for (table, column) in [("notification", "id"), ("delivery", "notification_id"), ("development_outbox", "notification_id"), ("naming", "notification_id")] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ? AND \(column) = ?")
                .execute(arguments: [tenant, naming.user.rawValue, naming.notification])
        }
    }
}
