import GRDB
import Kernel

/// Who is who at other issuers.
public struct IdentityStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func owner(issuer: String, subject: String) throws -> User.ID? {
        try String.fetchOne(
            try database.cachedStatement(sql: "SELECT user_id FROM external_identity WHERE tenant = ? AND issuer = ? AND subject = ?"),
            arguments: [tenant.rawValue, issuer, subject]).map { User.ID($0) }
    }
    package func add(issuer: String, subject: String, owner: User.ID) throws {
        try database.cachedStatement(sql: "INSERT INTO external_identity (tenant, issuer, subject, user_id) VALUES (?, ?, ?, ?)")
            .execute(arguments: [tenant.rawValue, issuer, subject, owner.rawValue])
    }
    package func forget(_ owner: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM external_identity WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, owner.rawValue])
    }
}
