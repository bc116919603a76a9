import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `promo_use`, for one tenant.
struct PromoUseStore {
    private let db: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    func count(of code: String) throws -> Int {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT uses FROM promo_count WHERE tenant = ? AND code = ?"), [tenant, code])
            .map { $0[0] } ?? 0
    }
    func count(of code: String, by user: User.ID) throws -> Int {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT count(*) FROM promo_use WHERE tenant = ? AND code = ? AND user_id = ?"),
            [tenant, code, user.rawValue]).map { $0[0] } ?? 0
    }
    func code(of order: OrderID) throws -> String? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT code FROM promo_use WHERE tenant = ? AND order_id = ?"), [tenant, order.rawValue])
            .map { $0[0] }
    }

    func insert(_ code: String, order: OrderID, user: User.ID, at now: Timestamp) throws {
        try db.cachedStatement(sql: "INSERT INTO promo_use (tenant, order_id, code, user_id, taken_at) VALUES (?, ?, ?, ?, ?)")
            .run([tenant, order.rawValue, code, user.rawValue, now.millisecondsSinceEpoch])
    }
    func delete(_ order: OrderID) throws {
        try db.cachedStatement(sql: "DELETE FROM promo_use WHERE tenant = ? AND order_id = ?").run([tenant, order.rawValue])
    }
    /// Uses of an erased account lose their owner and still count.
    func erase(_ user: User.ID) throws {
        try db.cachedStatement(sql: "UPDATE promo_use SET user_id = NULL WHERE tenant = ? AND user_id = ?").run([tenant, user.rawValue])
    }
}
