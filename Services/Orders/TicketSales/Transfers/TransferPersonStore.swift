import GRDB
import Kernel
import Storage

/// Rows of `verified_address` and `birth_date`, for one tenant: what decides who may accept a ticket.
package struct TransferPersonStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func owner(ofAddress key: String) throws -> User.ID? {
        try String.fetchOne(
            try db.cachedStatement(
                sql: "SELECT user_id FROM verified_address WHERE tenant = ? AND address_key = ? ORDER BY user_id LIMIT 1"),
            arguments: [tenant, key]).map { User.ID($0) }
    }
    /// The key of the address that somebody has proved; nil: none.
    package func verified(_ kind: TransferAddress.Kind, of user: User.ID) throws -> String? {
        try String.fetchOne(
            try db.cachedStatement(sql: "SELECT address_key FROM verified_address WHERE tenant = ? AND user_id = ? AND kind = ?"),
            arguments: [tenant, user.rawValue, kind.rawValue])
    }
    package func setVerified(_ kind: TransferAddress.Kind, _ key: String, of user: User.ID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO verified_address (tenant, user_id, kind, address_key) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, user_id, kind) DO UPDATE SET address_key = excluded.address_key
            """).run([tenant, user.rawValue, kind.rawValue, key])
    }
    package func dropVerified(_ kind: TransferAddress.Kind, of user: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM verified_address WHERE tenant = ? AND user_id = ? AND kind = ?")
            .run([tenant, user.rawValue, kind.rawValue])
    }

    package func birthDate(of user: User.ID) throws -> CalendarDate? {
        try String.fetchOne(try db.cachedStatement(sql: "SELECT born_on FROM birth_date WHERE tenant = ? AND user_id = ?"),
                            arguments: [tenant, user.rawValue]).flatMap { CalendarDate($0) }
    }
    /// Nil: not known any more.
    package func setBirthDate(_ date: CalendarDate?, of user: User.ID) throws {
        guard let date else {
            return try db.cachedStatement(sql: "DELETE FROM birth_date WHERE tenant = ? AND user_id = ?").run([tenant, user.rawValue])
        }
        try db.cachedStatement(sql: """
            INSERT INTO birth_date (tenant, user_id, born_on) VALUES (?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET born_on = excluded.born_on
            """).run([tenant, user.rawValue, date.description])
    }
    package func forget(_ user: User.ID) throws {
        for table in ["verified_address", "birth_date"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ?", arguments: [tenant, user.rawValue])
        }
    }
}
