import Contracts
import GRDB
import Kernel

/// Shops people keep.
package struct ShopFavoriteStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func has(_ shop: Int, _ user: User.ID) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM shop_favorite WHERE tenant = ? AND user_id = ? AND shop_id = ?)"),
            arguments: [tenant.rawValue, user.rawValue, shop]) ?? false
    }
    package func count(of user: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM shop_favorite WHERE tenant = ? AND user_id = ?"),
                         arguments: [tenant.rawValue, user.rawValue]) ?? 0
    }
    package func add(_ shop: Int, of user: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "INSERT INTO shop_favorite (tenant, user_id, shop_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, shop, now.millisecondsSinceEpoch])
    }
    package func remove(_ shop: Int, of user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM shop_favorite WHERE tenant = ? AND user_id = ? AND shop_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, shop])
    }
}
