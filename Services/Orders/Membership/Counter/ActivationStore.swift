import Contracts
import GRDB
import Kernel
import OrdersKit

/// Rows of `activation`, for one tenant.
package struct ActivationStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = """
        id, scan_id, user_id, shop_id, vendor_id, months, amount, currency, subscription_id, payment_id, status, cash, cash_tries, \
        voided_at, void_reason, \
        created_at, voidable_until
        """

    package func insert(_ sale: Activation) throws {
        try db.cachedStatement(sql: """
            INSERT INTO activation (tenant, id, scan_id, user_id, shop_id, vendor_id, months, amount, currency, subscription_id,
            payment_id, status, cash, cash_tries,
                created_at, voidable_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant, sale.id, sale.scanID, sale.member.rawValue, sale.shopID, sale.vendor.rawValue, sale.months, sale.amount.amount,
                sale.amount.currency.code,
                sale.subscriptionID, sale.paymentID.rawValue, sale.status.name, sale.cash.rawValue, sale.cashTries,
                sale.createdAt.millisecondsSinceEpoch, sale.voidableUntil.millisecondsSinceEpoch,
            ])
    }
    package func update(_ sale: Activation) throws {
        var end: (at: Timestamp, reason: String)?
        if case .voided(let at, let reason) = sale.status { end = (at, reason) }
        try db.cachedStatement(
            sql: "UPDATE activation SET status = ?, cash = ?, cash_tries = ?, voided_at = ?, void_reason = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [sale.status.name, sale.cash.rawValue, sale.cashTries, end?.at.millisecondsSinceEpoch, end?.reason, tenant,
                                 sale.id])
    }
    package func find(_ id: String) throws -> Activation? {
        try Row.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM activation WHERE tenant = ? AND id = ?"),
                         arguments: [tenant, id]).map(Self.activation)
    }

    /// Sales of a shop in a span of time, newest first, and what they came to without those taken back.
    package func page(shop: Int, from: Timestamp, to: Timestamp, limit: Int, offset: Int) throws -> (sales: [Activation], total: Int,
        count: Int, sum: Int) {
        let arguments: StatementArguments = [tenant, shop, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch]
        let condition = "tenant = ? AND shop_id = ? AND created_at >= ? AND created_at < ?"
        let sums = try Row.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*), count(*) FILTER (WHERE status = 'completed'), coalesce(sum(amount) FILTER (WHERE status = 'completed'), 0)
            FROM activation WHERE \(condition)
            """), arguments: arguments)
        let rows = try Row.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM activation WHERE \(condition) ORDER BY created_at DESC, subscription_id DESC LIMIT ? OFFSET ?
            """), arguments: arguments + [limit, offset])
        return (try rows.map(Self.activation), sums?[0] ?? 0, sums?[1] ?? 0, sums?[2] ?? 0)
    }

    private static func activation(_ row: Row) throws -> Activation {
        guard let currency = Currency(row[7]), let cash = Activation.CashStatus(rawValue: row[11]) else {
            throw UnreadableRow("activation \(row[0] as String)")
        }
        let voided = (row[13] as Int64?).map { Activation.Status.voided(at: Timestamp(millisecondsSinceEpoch: $0), reason: row[14] ?? "") }
        return Activation(id: row[0], scanID: row[1], member: User.ID(row[2]), shopID: row[3], vendor: User.ID(row[4]), months: row[5],
                          amount: Money(row[6], currency),
                          subscriptionID: row[8], paymentID: PaymentID(row[9]), status: voided ?? .completed, cash: cash,
                          cashTries: row[12],
                          createdAt: Timestamp(millisecondsSinceEpoch: row[15]), voidableUntil: Timestamp(millisecondsSinceEpoch: row[16]))
    }
}
