import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `refund_reason`, for one tenant: the typed reasons of refunds in payments, until the refund succeeds or fails.
package struct RefundReasonStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func keep(_ reason: String, of id: RefundID, order: OrderID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO refund_reason (tenant, refund_id, order_id, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).run([tenant, id.rawValue, order.rawValue, reason])
    }
    /// Returns and deletes the typed reason; nil: there is none.
    package func take(of id: RefundID) throws -> String? {
        let reason = try String.fetchOne(try db.cachedStatement(sql: "SELECT reason FROM refund_reason WHERE tenant = ? AND refund_id = ?"),
                                         arguments: [tenant, id.rawValue])
        if reason != nil {
            try db.cachedStatement(sql: "DELETE FROM refund_reason WHERE tenant = ? AND refund_id = ?").run([tenant, id.rawValue])
        }
        return reason
    }
    /// Notes that a refund without a row of its own succeeded before its reason came. An empty reason is the mark.
    package func mark(_ id: RefundID, order: OrderID) throws { try keep("", of: id, order: order) }
    /// Deletes the mark; false: there is none.
    package func takeMark(of id: RefundID) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM refund_reason WHERE tenant = ? AND refund_id = ? AND reason = ''")
            .run([tenant, id.rawValue])
        return db.changesCount == 1
    }
}
