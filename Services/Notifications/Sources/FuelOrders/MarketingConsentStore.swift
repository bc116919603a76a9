import GRDB
import Kernel
import ServiceKit

/// Rows of what people last said in their profile.
struct MarketingConsentStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    /// Who never said anything did not agree.
    func lastSaid(of user: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT agrees FROM marketing_consent WHERE tenant = ? AND user_id = ?")
        return try Bool.fetchOne(statement, arguments: [tenant, user.rawValue]) ?? false
    }
    func save(_ agrees: Bool, of user: User.ID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO marketing_consent (tenant, user_id, agrees) VALUES (?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET agrees = excluded.agrees
            """).execute(arguments: [tenant, user.rawValue, agrees])
    }
    func forget(_ user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM marketing_consent WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant, user.rawValue])
    }
}
