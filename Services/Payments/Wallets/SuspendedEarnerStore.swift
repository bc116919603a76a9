import GRDB
import Kernel

/// Earners who may not take money out for the time being.
package struct SuspendedEarnerStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func contains(_ user: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM suspended_earner WHERE tenant = ? AND user_id = ?)")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]) ?? false
    }
    /// Throws 403.
    package func refuse(_ user: User.ID) throws {
        if try contains(user) {
            throw Rejection(403, "organizer-suspended", "Your organizer account is suspended. You can't take money out for now.")
        }
    }
    package func add(_ user: User.ID) throws {
        try database.cachedStatement(sql: "INSERT INTO suspended_earner (tenant, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue])
    }
    package func remove(_ user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM suspended_earner WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue])
    }
}
