import GRDB
import Kernel

/// Rows of messages that name another person than their recipient.
package struct NamingStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    package struct Naming {
        package let user: User.ID
        package let notification: String
    }
    package func note(_ notification: String, of user: User.ID, names person: String) throws {
        try database.cachedStatement(
            sql: "INSERT INTO naming (tenant, user_id, notification_id, person_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant, user.rawValue, notification, person])
    }
    package func all(of person: User.ID, limit: Int) throws -> [Naming] {
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, notification_id FROM naming WHERE tenant = ? AND person_id = ? ORDER BY user_id, notification_id LIMIT ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant, person.rawValue, limit]).map {
            Naming(user: User.ID($0[0] as String), notification: $0[1])
        }
    }
    /// Deletes what a message told a user about another person: the feed item and the messages in progress or waiting.
    /// The record of the decision stays.
    package func forget(_ naming: Naming) throws {
        try database.cachedStatement(sql: "UPDATE candidate SET facts = '{}' WHERE tenant = ? AND id = ? AND recipient_id = ?")
            .execute(arguments: [tenant, naming.notification, naming.user.rawValue])
        for (table, column) in [("notification", "id"), ("delivery", "notification_id"), ("development_outbox", "notification_id"),
                                ("naming", "notification_id")] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ? AND \(column) = ?")
                .execute(arguments: [tenant, naming.user.rawValue, naming.notification])
        }
    }
}
