import GRDB
import Kernel

/// Rows of people and the devices they are signed in on.
struct RecipientStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Somebody nobody told us about yet has no address but a feed.
    func find(_ user: User.ID) throws -> Recipient {
        let tokens = try String.fetchAll(try database.cachedStatement(sql: "SELECT token FROM push_token WHERE tenant = ? AND user_id = ? ORDER BY session_id"),
                                         arguments: [tenant.rawValue, user.rawValue])
        let statement = try database.cachedStatement(sql: """
            SELECT name, \(Self.reachable("email", on: "email")), \(Self.reachable("phone", on: "sms")), locale FROM recipient WHERE tenant = ? AND user_id = ?
            """)
        guard let row = try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]) else { return Recipient(userId: user, pushTokens: tokens) }
        return Recipient(userId: user, name: row[0], email: row[1], phone: row[2], locale: row[3], pushTokens: tokens)
    }
    /// An address that a provider refused for good is none, until it changes or its owner proves it again.
    private static func reachable(_ column: String, on channel: String) -> String {
        "iif(EXISTS (SELECT 1 FROM unreachable_address u WHERE u.tenant = recipient.tenant AND u.channel = '\(channel)' AND u.address = recipient.\(column)), NULL, \(column))"
    }
    func save(_ recipient: Recipient) throws {
        try database.cachedStatement(sql: """
            INSERT INTO recipient (tenant, user_id, name, email, phone, locale) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET name = excluded.name, email = excluded.email, phone = excluded.phone, locale = excluded.locale
            """).execute(arguments: [tenant.rawValue, recipient.userId.rawValue, recipient.name, recipient.email, recipient.phone, recipient.locale])
    }
    /// Nil: the session gets no pushes any more.
    func setToken(_ token: String?, of user: User.ID, session: String) throws {
        guard let token else {
            try database.cachedStatement(sql: "DELETE FROM push_token WHERE tenant = ? AND session_id = ?").execute(arguments: [tenant.rawValue, session])
            return
        }
        try database.cachedStatement(sql: """
            INSERT INTO push_token (tenant, session_id, user_id, token) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, session_id) DO UPDATE SET user_id = excluded.user_id, token = excluded.token
            """).execute(arguments: [tenant.rawValue, session, user.rawValue, token])
    }
    /// Everything that names or was said to this person.
    func forget(_ user: User.ID) throws {
        for table in ["recipient", "push_token", "notification", "decided", "order_fact", "holding", "announcement_recipient", "development_outbox",
            "delivery", "unreachable_address"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
        }
    }
}
