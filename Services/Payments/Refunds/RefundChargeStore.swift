import Contracts
import GRDB
import Kernel
import PaymentsKit

/// Rows of refunds that people made in an app with books.
struct RefundChargeStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    func find(_ refund: RefundID) throws -> RefundCharge? {
        let statement = try database.cachedStatement(sql: """
            SELECT order_id, amount, charged_to, replaces, limited FROM refund_charge WHERE tenant = ? AND refund_id = ?
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, refund.rawValue]).map { row in
            guard let payer = RefundPayer(rawValue: row[2]) else {
                throw UnreadableRow(description: "refund \(refund) is charged to \(row[2] as String)")
            }
            return RefundCharge(refundID: refund, orderID: OrderID(row[0] as String), amount: row[1], payer: payer, replaces: row[3],
                                isLimited: row[4])
        }
    }
    func insert(_ charge: RefundCharge, of payment: PaymentID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO refund_charge (tenant, refund_id, payment_id, order_id, amount, charged_to, replaces, limited)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, charge.refundID.rawValue, payment.rawValue, charge.orderID.rawValue, charge.amount, charge.payer.rawValue,
                charge.replaces, charge.isLimited,
            ])
    }
    /// What people with a limit asked for; refused and failed refunds count too.
    func limitedAmount(of order: OrderID) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT coalesce(sum(amount), 0) FROM refund_charge WHERE tenant = ? AND order_id = ? AND limited = 1")
        return try Int.fetchOne(statement, arguments: [tenant.rawValue, order.rawValue]) ?? 0
    }
    /// Refunds that orders asked for and that failed in the end.
    func failedAmount(of payment: PaymentID) throws -> Int {
        let statement = try database.cachedStatement(sql: """
            SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.tenant = ? AND r.payment_id = ? AND r.status = 'failed'
                AND NOT EXISTS (SELECT 1 FROM refund_charge c WHERE c.tenant = r.tenant AND c.refund_id = r.id)
            """)
        return try Int.fetchOne(statement, arguments: [tenant.rawValue, payment.rawValue]) ?? 0
    }
    /// Of these, what people made up for or are about to.
    func replacedAmount(of payment: PaymentID) throws -> Int {
        let statement = try database.cachedStatement(sql: """
            SELECT coalesce(sum(c.replaces), 0) FROM refund_charge c JOIN refund r ON r.tenant = c.tenant AND r.id = c.refund_id
            WHERE c.tenant = ? AND c.payment_id = ? AND r.status <> 'failed'
            """)
        return try Int.fetchOne(statement, arguments: [tenant.rawValue, payment.rawValue]) ?? 0
    }
}
