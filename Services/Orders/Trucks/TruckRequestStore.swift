import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `truck_request`, for one tenant.
struct TruckRequestStore {
    private let db: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    func insert(_ request: String, _ wish: TruckWish, of area: ServiceAreaID) throws {
        try db.cachedStatement(sql: "INSERT INTO truck_request (tenant, id, area_id, body) VALUES (?, ?, ?, ?)")
            .run([tenant, request, area.rawValue, try JSON.text(wish)])
    }
    /// Requests that wait for an area.
    func all(of area: ServiceAreaID) throws -> [String] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: "SELECT id FROM truck_request WHERE tenant = ? AND area_id = ? ORDER BY id"),
                               [tenant, area.rawValue]).map { $0[0] }
    }
    /// Takes a request out. Nil: it was answered before.
    func take(_ request: String) throws -> TruckWish? {
        let row = try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM truck_request WHERE tenant = ? AND id = ?"),
                                         [tenant, request])
        try db.cachedStatement(sql: "DELETE FROM truck_request WHERE tenant = ? AND id = ?").run([tenant, request])
        return try row.map { try JSON.decode(TruckWish.self, from: ($0[0] as String).utf8) }
    }
}
