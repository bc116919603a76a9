import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `fuel_request`, for one tenant: orders that wait for their window. Ids of phones are kept in lower case, so that one order
/// has one id.
package struct FuelRequestStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: OrderID) throws -> FuelOrderRequest? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM fuel_request WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(Self.request)
    }
    package func all(of customer: User.ID) throws -> [FuelOrderRequest] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT body FROM fuel_request WHERE tenant = ? AND customer_id = ? ORDER BY id
            """), [tenant, customer.rawValue]).map(Self.request)
    }
    package func find(client id: String, of customer: User.ID) throws -> FuelOrderRequest? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT body FROM fuel_request WHERE tenant = ? AND customer_id = ? AND client_order_id = ?
            """), [tenant, customer.rawValue, id.lowercased()]).map(Self.request)
    }
    package func find(of vehicle: VehicleID) throws -> FuelOrderRequest? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM fuel_request WHERE tenant = ? AND vehicle_id = ?"),
                               [tenant, vehicle.rawValue]).map(Self.request)
    }
    package func insert(_ request: FuelOrderRequest) throws {
        try db.cachedStatement(sql: """
            INSERT INTO fuel_request (tenant, id, customer_id, vehicle_id, client_order_id, body) VALUES (?, ?, ?, ?, ?, ?)
            """).run([tenant, request.id.rawValue, request.customer.rawValue, request.vehicle.id.rawValue,
                      request.clientOrderId?.lowercased(), try JSON.text(request)])
    }
    package func update(_ request: FuelOrderRequest) throws {
        try db.cachedStatement(sql: "UPDATE fuel_request SET body = ? WHERE tenant = ? AND id = ?")
            .run([try JSON.text(request), tenant, request.id.rawValue])
    }
    package func delete(_ id: OrderID) throws {
        try db.cachedStatement(sql: "DELETE FROM fuel_request WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }

    private static func request(_ row: StoredRow) throws -> FuelOrderRequest {
        try JSON.decode(FuelOrderRequest.self, from: (row[0] as String).utf8)
    }
}
