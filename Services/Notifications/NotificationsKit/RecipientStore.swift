import GRDB
import Kernel
import NotificationPolicy
import Storage

/// Rows of people and the devices they are signed in on.
package struct RecipientStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// A person whose registration has not arrived yet has no address, only a feed.
    package func find(_ user: User.ID) throws -> Recipient { try person(user).recipient }

    /// Where somebody is reached, and what rules look at.
    package struct Person {
        package let recipient: Recipient
        /// Nil: their registration has not arrived, or they were erased.
        package let profile: Profile?
    }
    package func person(_ user: User.ID) throws -> Person {
        let tokens = try StoredRow.fetchAll(
            try database.cachedStatement(sql: "SELECT token FROM push_token WHERE tenant = ? AND user_id = ? ORDER BY session_id"),
            [tenant.rawValue, user.rawValue]).map { $0[0] as String }
        let statement = try database.cachedStatement(sql: Self.personSQL)
        guard let row = try StoredRow.fetchOne(statement, [tenant.rawValue, user.rawValue]) else {
            return Person(recipient: Recipient(userId: user, pushTokens: tokens), profile: nil)
        }
        let roles: String = row[4]
        let profile = Profile(roles: try JSONColumn.texts(roles), zone: row[5],
                              createdAt: (row[6] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                              lastActivityAt: (row[7] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }, verifiedPhone: row[8],
                              isContact: row[9], maxTravelKm: row[10])
        return Person(recipient: Recipient(userId: user, name: row[0], email: row[1], phone: row[2], locale: row[3], pushTokens: tokens),
                      profile: profile)
    }
    private static let personSQL = """
        SELECT name, \(reachable("email", on: "email")), \(reachable("phone", on: "sms")), locale, roles, zone, created_at,
        last_activity_at, verified_phone, is_contact,
            (SELECT max_km FROM travel t WHERE t.tenant = recipient.tenant AND t.user_id = recipient.user_id)
        FROM recipient WHERE tenant = ? AND user_id = ?
        """
    /// An address that a provider refused for good is none, until it changes or its owner proves it again.
    /// After STOP only START makes it one again.
    private static func reachable(_ column: String, on channel: String) -> String {
        """
            iif(EXISTS (SELECT 1 FROM unreachable_address u WHERE u.tenant = recipient.tenant AND u.channel = '\(channel)' \
            AND u.address = recipient.\(column)), NULL, \(column))
            """
    }
    /// A number that changes must be proved again, also the one that was proved before.
    package func save(_ recipient: Recipient) throws {
        try database.cachedStatement(sql: """
            INSERT INTO recipient (tenant, user_id, name, email, phone, locale) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET name = excluded.name, email = excluded.email, phone = excluded.phone,
            locale = excluded.locale, verified_phone = iif(recipient.phone IS excluded.phone, recipient.verified_phone, NULL)
            """).execute(arguments: [tenant.rawValue, recipient.userId.rawValue, recipient.name, recipient.email, recipient.phone,
                                     recipient.locale])
    }
    // MARK: - What rules look at

    package struct Profile {
        package var roles: [String] = []
        package var zone: String?
        package var createdAt: Timestamp?
        package var lastActivityAt: Timestamp?
        package var verifiedPhone: String?
        package var isContact = false
        /// How far they go for an event; nil: they never said.
        package var maxTravelKm: Double?
        package init(roles: [String] = [], zone: String? = nil, createdAt: Timestamp? = nil, lastActivityAt: Timestamp? = nil,
                     verifiedPhone: String? = nil, isContact: Bool = false, maxTravelKm: Double? = nil) {
            (self.roles, self.zone, self.createdAt, self.lastActivityAt) = (roles, zone, createdAt, lastActivityAt)
            self.verifiedPhone = verifiedPhone
            (self.isContact, self.maxTravelKm) = (isContact, maxTravelKm)
        }
    }
    /// Nil: their registration has not arrived, or they were erased.
    package func profile(_ user: User.ID) throws -> Profile? { try person(user).profile }
    /// What is nil stays as it was.
    package func describe(_ user: User.ID, _ profile: Profile) throws {
        try database.cachedStatement(sql: """
            UPDATE recipient SET roles = iif(? = '[]', roles, ?), zone = coalesce(?, zone), created_at = coalesce(created_at, ?),
                last_activity_at = max(coalesce(last_activity_at, 0), coalesce(?, last_activity_at, 0)),
            verified_phone = coalesce(?, verified_phone),
                is_contact = max(is_contact, ?)
            WHERE tenant = ? AND user_id = ?
            """).execute(arguments: [
                try JSONColumn.text(profile.roles), try JSONColumn.text(profile.roles), profile.zone,
                profile.createdAt?.millisecondsSinceEpoch,
                profile.lastActivityAt?.millisecondsSinceEpoch, profile.verifiedPhone, profile.isContact, tenant.rawValue, user.rawValue,
            ])
    }
    /// Nil: the app's zone counts again.
    package func setZone(_ zone: String?, of user: User.ID) throws {
        try database.cachedStatement(sql: "UPDATE recipient SET zone = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [zone, tenant.rawValue, user.rawValue])
    }
    /// They are here: silence for the inactive ends.
    package func sawActive(_ user: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "UPDATE recipient SET last_activity_at = max(coalesce(last_activity_at, 0), ?) WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, user.rawValue])
    }
    package func setTravel(_ maxKm: Double, of user: User.ID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO travel (tenant, user_id, max_km) VALUES (?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET max_km = excluded.max_km
            """)
            .execute(arguments: [tenant.rawValue, user.rawValue, maxKm])
    }
    /// People with an account, in the order of their ids.
    package func accounts(after id: String, limit: Int) throws -> [User.ID] {
        let statement = try database.cachedStatement(
            sql: "SELECT user_id FROM recipient WHERE tenant = ? AND user_id > ? AND is_contact = 0 ORDER BY user_id LIMIT ?")
        return try String.fetchAll(statement, arguments: [tenant.rawValue, id, limit]).map { User.ID($0) }
    }
    package func isErased(_ user: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM erased_user WHERE tenant = ? AND user_id = ?)")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]) ?? false
    }

    /// Nil: the session gets no pushes any more.
    package func setToken(_ token: String?, of user: User.ID, session: String) throws {
        guard let token else {
            try database.cachedStatement(sql: "DELETE FROM push_token WHERE tenant = ? AND session_id = ?")
                .execute(arguments: [tenant.rawValue, session])
            return
        }
        // A device has one user, the newest, whatever became of the session it had before.
        try forgetToken(token)
        try database.cachedStatement(sql: """
            INSERT INTO push_token (tenant, session_id, user_id, token) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, session_id) DO UPDATE SET user_id = excluded.user_id, token = excluded.token
            """).execute(arguments: [tenant.rawValue, session, user.rawValue, token])
    }
    /// No session has the device any more.
    package func forgetToken(_ token: String) throws {
        try database.cachedStatement(sql: "DELETE FROM push_token WHERE tenant = ? AND token = ?")
            .execute(arguments: [tenant.rawValue, token])
    }
    /// Deletes the address of a guest to whom no message is left. Their opt-outs stay, under a key that reveals
    /// nothing.
    package func forgetUnnamed(contact user: User.ID) throws {
        let isUnnamed = """
            is_contact = 1 AND NOT EXISTS (SELECT 1 FROM naming n WHERE n.tenant = recipient.tenant AND n.user_id = recipient.user_id)
            AND NOT EXISTS (SELECT 1 FROM candidate c WHERE c.tenant = recipient.tenant AND c.recipient_id = recipient.user_id \
            AND c.state IN ('held', 'batched'))
            """
        try database.cachedStatement(sql: "DELETE FROM recipient WHERE tenant = ? AND user_id = ? AND \(isUnnamed)")
            .execute(arguments: [tenant.rawValue, user.rawValue])
        guard database.changesCount > 0 else { return }  // An account, or a guest with messages left.
        for table in ["unreachable_address", "development_outbox", "delivery"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
        }
    }
    /// Moves what is stored about a guest to another id, unless something is stored under that already.
    package func move(contact old: User.ID, to new: User.ID) throws {
        guard try !isKnown(contact: new), try isKnown(contact: old) else { return }
        let values: StatementArguments = [new.rawValue, tenant.rawValue, old.rawValue]
        for table in ["recipient", "preference", "unsubscribe_token", "opt_out", "decided", "notification", "receipt", "delivery",
            "development_outbox", "unreachable_address", "naming", "told_about"] {
            try database.execute(sql: "UPDATE OR IGNORE \(table) SET user_id = ? WHERE tenant = ? AND user_id = ?", arguments: values)
        }
        // Candidates have no index by recipient; their evaluations do.
        try database.execute(sql: """
            UPDATE candidate SET recipient_id = ?1 WHERE tenant = ?2 AND id IN (SELECT candidate_id FROM evaluation
            WHERE tenant = ?2 AND recipient_id = ?3)
            """, arguments: values)
        for table in ["evaluation", "sent", "sent_count"] {
            try database.execute(sql: "UPDATE OR IGNORE \(table) SET recipient_id = ? WHERE tenant = ? AND recipient_id = ?",
                                 arguments: values)
        }
    }
    /// True also for guests of whom only choices are left, see `forgetUnnamed`.
    private func isKnown(contact id: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM recipient WHERE tenant = ?1 AND user_id = ?2) OR EXISTS (SELECT 1 FROM preference
            WHERE tenant = ?1 AND user_id = ?2)
                OR EXISTS (SELECT 1 FROM unsubscribe_token WHERE tenant = ?1 AND user_id = ?2) OR EXISTS (SELECT 1 FROM decided
            WHERE tenant = ?1 AND user_id = ?2)
            """)
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]) ?? false
    }
    /// To whom a message belongs that goes to an address before it has an account.
    package static let stranger: User.ID = "guest"

    /// What was sent to these addresses before they had an account: codes of the first sign-in, invitations.
    private func forgetStranger(at addresses: [String?]) throws {
        let values: StatementArguments = [tenant.rawValue, Self.stranger.rawValue]
        for address in addresses.compactMap(\.self) {
            for (table, column) in [("development_outbox", "recipient"), ("delivery", "address")] {
                try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ? AND \(column) = ? COLLATE NOCASE",
                                     arguments: values + [address])
            }
        }
    }
    /// Everything that names or was said to this person.
    package func forget(_ user: User.ID) throws {
        let known = try Row.fetchOne(database, sql: "SELECT email, phone FROM recipient WHERE tenant = ? AND user_id = ?",
                                     arguments: [tenant.rawValue, user.rawValue])
        if let known { try forgetStranger(at: [known[0], known[1]]) }
        for table in ["recipient", "push_token", "notification", "decided", "announcement_recipient", "development_outbox", "delivery",
            "unreachable_address", "preference", "unsubscribe_token", "opt_out", "receipt", "travel", "naming", "told_about"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
        }
        for table in ["sent", "sent_count"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND recipient_id = ?",
                                 arguments: [tenant.rawValue, user.rawValue])
        }
        // That something was decided stays on record, without a word of it.
        try database.execute(sql: """
            UPDATE candidate SET facts = '{}', subject = NULL, dedupe_key = NULL, collapse_key = NULL WHERE tenant = ? AND recipient_id = ?
            """,
                             arguments: [tenant.rawValue, user.rawValue])
        try database.execute(sql: "INSERT INTO erased_user (tenant, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                             arguments: [tenant.rawValue, user.rawValue])
    }
}
