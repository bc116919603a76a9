import GRDB
import Kernel
import Storage

/// Rows of `person`: the names this service shows, for one tenant.
package struct PersonStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func remember(_ id: User.ID, name: String, email: String?, phone: String?) throws {
        try db.cachedStatement(sql: """
            INSERT INTO person (tenant, id, name, email, phone) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET name = excluded.name, email = excluded.email, phone = excluded.phone
            """).execute(arguments: [tenant, id.rawValue, name, email, phone])
    }

    package func name(of id: User.ID) throws -> String? {
        try String.fetchOne(try db.cachedStatement(sql: "SELECT name FROM person WHERE tenant = ? AND id = ?"),
                            arguments: [tenant, id.rawValue])
    }

    /// Where somebody says they are reached; proved or not.
    package func contacts(of id: User.ID) throws -> (email: String?, phone: String?) {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT email, phone FROM person WHERE tenant = ? AND id = ?"),
                               arguments: [tenant, id.rawValue]).map { ($0[0], $0[1]) } ?? (nil, nil)
    }

    /// The account with this address; capital and small ASCII letters are the same.
    package func find(email: String) throws -> User.ID? {
        try String.fetchOne(try db.cachedStatement(sql: """
            SELECT id FROM person WHERE tenant = ? AND lower(email) = lower(?) AND email IS NOT NULL ORDER BY id LIMIT 1
            """),
                            arguments: [tenant, email]).map { User.ID($0) }
    }

    /// The account that has this number now.
    package func find(phone: String) throws -> User.ID? {
        try String.fetchOne(try db.cachedStatement(sql: """
            SELECT id FROM person WHERE tenant = ? AND phone = ? AND phone IS NOT NULL ORDER BY id LIMIT 1
            """),
                            arguments: [tenant, phone]).map { User.ID($0) }
    }

    /// Forgets a person's name. The workflows forget what they store of people.
    package func erase(_ id: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM person WHERE tenant = ? AND id = ?").execute(arguments: [tenant, id.rawValue])
    }
}
