import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `food_share`, for one tenant: links that show an order to somebody without an account.
package struct FoodShareStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    /// What the link of an order is made of; nil: there is none.
    package func nonce(of order: OrderID) throws -> String? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT nonce FROM food_share WHERE tenant = ? AND order_id = ?"),
                               [tenant, order.rawValue]).map { $0[0] }
    }
    package func order(withHash hash: String) throws -> OrderID? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT order_id FROM food_share WHERE tenant = ? AND token_hash = ?"),
                               [tenant, hash]).map { OrderID($0[0] as String) }
    }
    package func insert(_ order: OrderID, nonce: String, hash: String) throws {
        try db.cachedStatement(sql: "INSERT INTO food_share (tenant, order_id, nonce, token_hash) VALUES (?, ?, ?, ?)")
            .run([tenant, order.rawValue, nonce, hash])
    }
    package func delete(_ order: OrderID) throws {
        try db.cachedStatement(sql: "DELETE FROM food_share WHERE tenant = ? AND order_id = ?").run([tenant, order.rawValue])
    }
}
