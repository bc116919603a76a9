import Contracts
import GRDB
import Kernel

/// People as the catalog knows them: name, role, birthday. Facts come from `auth`.
package struct PersonStore {
    package let database: Database
    package let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// The SQL of a person's own name, of the table with this name in a statement: who is also an organizer has another one in `name`.
    package static func ownName(of table: String) -> String { "coalesce(\(table).own_name, \(table).name, '')" }

    /// Somebody an event or a follow names before `auth` told of them.
    package func ensure(_ user: User.ID, name: String = "") throws {
        try database.cachedStatement(
            sql: "INSERT INTO person (tenant, user_id, name, name_folded) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, name, name.folded])
    }

    /// Answers whether the name is another now: what is searched by it must be indexed again. An organization keeps its own name.
    package func save(_ user: User.ID, name: String, isOrganizer: Bool) throws -> Bool {
        let old = try String.fetchOne(try database.cachedStatement(sql: "SELECT name FROM person WHERE tenant = ? AND user_id = ?"),
                                      arguments: [tenant.rawValue, user.rawValue])
        try database.cachedStatement(sql: """
            INSERT INTO person (tenant, user_id, name, name_folded, own_name, is_organizer, has_account) VALUES (?1, ?2, ?3, ?4, ?3, ?5, 1)
            ON CONFLICT (tenant, user_id) DO UPDATE SET is_organizer = excluded.is_organizer, has_account = 1,
                own_name = excluded.own_name,
                name = iif(organization IS NULL, excluded.name, name),
                name_folded = iif(organization IS NULL, excluded.name_folded, name_folded)
            """).execute(arguments: [tenant.rawValue, user.rawValue, name, name.folded, isOrganizer])
        return old != nil && old != name
    }

    /// Answers whether the name is another now.
    package func save(_ organizer: OrganizerUpdated) throws -> Bool {
        try ensure(organizer.userId)
        let key: StatementArguments = [tenant.rawValue, organizer.userId.rawValue]
        let old = try String.fetchOne(try database.cachedStatement(sql: "SELECT name FROM person WHERE tenant = ? AND user_id = ?"),
                                      arguments: key)
        let name = organizer.name ?? old ?? ""
        try database.cachedStatement(sql: """
            UPDATE person SET own_name = coalesce(own_name, iif(organization IS NULL, nullif(name, ''), NULL)),
                is_verified = ?, is_suspended = ?, organization = ?, name = ?, name_folded = ?, bio = ?, website = ?,
                avatar_url = ?, contact_email = ?, contact_phone = ? WHERE tenant = ? AND user_id = ?
            """).execute(arguments: [
                organizer.isVerified, organizer.isSuspended, organizer.name, name, name.folded, organizer.bio, organizer.website,
                organizer.avatarUrl, organizer.contact?.email, organizer.contact?.phone,
            ] + key)
        return old != name
    }

    /// Whether this organizer may change and sell nothing for the time being.
    package func isSuspended(_ user: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT is_suspended FROM person WHERE tenant = ? AND user_id = ?")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]) ?? false
    }

    /// The ids among these that have no account.
    package func strangers(among ids: [String]) throws -> Set<String> {
        let statement = try database.cachedStatement(sql: "SELECT has_account FROM person WHERE tenant = ? AND user_id = ?")
        return Set(try ids.filter { try Bool.fetchOne(statement, arguments: [tenant.rawValue, $0]) != true })
    }

    package func setOrganizer(_ user: User.ID, _ isOrganizer: Bool) throws {
        try ensure(user)
        try database.cachedStatement(sql: "UPDATE person SET is_organizer = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [isOrganizer, tenant.rawValue, user.rawValue])
    }

    package func setBirthDate(_ user: User.ID, _ date: CalendarDate?) throws {
        try ensure(user)
        try database.cachedStatement(sql: "UPDATE person SET birth_date = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [date?.description, tenant.rawValue, user.rawValue])
    }
    package func birthDate(of user: User.ID?) throws -> CalendarDate? {
        guard let user else { return nil }
        let statement =
            try database.cachedStatement(sql: "SELECT birth_date FROM person WHERE tenant = ? AND user_id = ? AND birth_date IS NOT NULL")
        return try String.fetchOne(statement,
                                   arguments: [tenant.rawValue, user.rawValue]).flatMap { CalendarDate($0) }
    }
}
