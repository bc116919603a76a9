import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `fuel_receipt`, for one tenant.
package struct FuelReceiptStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ order: OrderID) throws -> FuelReceipt? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM fuel_receipt WHERE tenant = ? AND order_id = ?"),
                               [tenant, order.rawValue]).map(Self.receipt)
    }
    /// Oldest first.
    func all(of user: User.ID) throws -> [FuelReceipt] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT body FROM fuel_receipt WHERE tenant = ? AND user_id = ? ORDER BY year, serial
            """), [tenant, user.rawValue]).map(Self.receipt)
    }
    private static func receipt(_ row: StoredRow) throws -> FuelReceipt {
        try JSON.decode(FuelReceipt.self, from: (row[0] as String).utf8)
    }

    /// 0: nothing was issued in that year.
    func lastSerial(of year: Int) throws -> Int {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT serial FROM fuel_receipt WHERE tenant = ? AND year = ? ORDER BY serial DESC LIMIT 1
            """), [tenant, year]).map { $0[0] } ?? 0
    }

    func insert(_ receipt: FuelReceipt) throws {
        try db.cachedStatement(sql: """
            INSERT INTO fuel_receipt (tenant, order_id, year, serial, user_id, issued_at, total, captured, refunded, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([tenant, receipt.orderId.rawValue, receipt.number.year, receipt.number.serial, receipt.userId.rawValue,
                      receipt.issuedAt.millisecondsSinceEpoch, receipt.total, receipt.captured, receipt.refunded, try JSON.text(receipt)])
    }
    func update(_ receipt: FuelReceipt) throws {
        try db.cachedStatement(sql: """
            UPDATE fuel_receipt SET total = ?, captured = ?, refunded = ?, body = ? WHERE tenant = ? AND order_id = ?
            """).run([receipt.total, receipt.captured, receipt.refunded, try JSON.text(receipt), tenant, receipt.orderId.rawValue])
    }
}
