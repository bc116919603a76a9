import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `food_request`, for one tenant: orders that wait for the catalog's claim.
package struct FoodRequestStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: OrderID) throws -> FoodOrderRequest? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM food_request WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map { try JSON.decode(FoodOrderRequest.self, from: ($0[0] as String).utf8) }
    }
    package func all(of customer: User.ID) throws -> [FoodOrderRequest] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT body FROM food_request WHERE tenant = ? AND customer_id = ? ORDER BY id
            """), [tenant, customer.rawValue]).map { try JSON.decode(FoodOrderRequest.self, from: ($0[0] as String).utf8) }
    }
    package func insert(_ request: FoodOrderRequest) throws {
        try db.cachedStatement(sql: "INSERT INTO food_request (tenant, id, customer_id, placed_at, body) VALUES (?, ?, ?, ?, ?)")
            .run([tenant, request.id.rawValue, request.customer.rawValue, request.placedAt.millisecondsSinceEpoch, try JSON.text(request)])
    }
    package func delete(_ id: OrderID) throws {
        try db.cachedStatement(sql: "DELETE FROM food_request WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }
}
