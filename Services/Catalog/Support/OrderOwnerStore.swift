import Contracts
import GRDB
import Kernel

/// Whose order is whose, as `orders` says.
package struct OrderOwnerStore {
    let database: Database
    let tenant: TenantID

    func save(_ user: User.ID, of order: OrderID) throws {
        try database.cachedStatement(sql: "INSERT INTO order_owner (tenant, order_id, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, order.rawValue, user.rawValue])
    }
    func owner(of order: OrderID) throws -> User.ID? {
        let statement = try database.cachedStatement(sql: "SELECT user_id FROM order_owner WHERE tenant = ? AND order_id = ?")
        return try String.fetchOne(statement, arguments: [tenant.rawValue, order.rawValue]).map { User.ID($0) }
    }
    func erase(_ user: User.ID) throws {
        try database.execute(sql: "DELETE FROM order_owner WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
    }
}
