import Contracts
import GRDB
import Kernel
import OrdersKit

/// Rows of `membership_order`, for one tenant.
package struct MembershipOrderStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns =
        "id, user_id, months, amount, currency, payment_id, status, subscription_id, reason, sandbox, placed_at, expires_at"

    package func insert(_ order: MembershipOrder) throws {
        try db.cachedStatement(sql: "INSERT INTO membership_order (tenant, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: [
            tenant, order.id.rawValue, order.buyer.rawValue, order.months, order.amount.amount, order.amount.currency.code,
            order.payment.rawValue, order.status.name,
            order.status.subscription, order.status.reason, order.sandbox, order.placedAt.millisecondsSinceEpoch,
            order.expiresAt.millisecondsSinceEpoch,
        ])
    }
    package func update(_ order: MembershipOrder) throws {
        try db.cachedStatement(sql: "UPDATE membership_order SET status = ?, subscription_id = ?, reason = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [order.status.name, order.status.subscription, order.status.reason, tenant, order.id.rawValue])
    }
    /// Replaces the code by the reason that came after the refund, in the order and in the period that it ended.
    package func explainRefund(of id: OrderID, subscription: Int, _ reason: String) throws {
        try db.cachedStatement(sql: "UPDATE membership_order SET reason = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [reason, tenant, id.rawValue])
        try db.cachedStatement(sql: "UPDATE subscription SET cancel_reason = ? WHERE tenant = ? AND id = ? AND cancel_reason = ?")
            .execute(arguments: [reason, tenant, subscription, MembershipRefundCause.requested.rawValue])
    }
    /// Typed reasons of refunds that have not succeeded yet.
    package func eraseReasons(of buyer: User.ID) throws {
        try db.cachedStatement(sql: """
            DELETE FROM refund_reason WHERE tenant = ?1 AND order_id IN (SELECT id FROM membership_order WHERE tenant = ?1 AND user_id = ?2)
            """).execute(arguments: [tenant, buyer.rawValue])
    }
    package func find(_ id: OrderID) throws -> MembershipOrder? {
        try one("id = ?", id.rawValue)
    }
    /// The one that waits for its payment.
    package func open(of user: User.ID) throws -> MembershipOrder? { try one("user_id = ? AND status = 'awaiting_payment'", user.rawValue) }

    private func one(_ condition: String, _ key: String) throws -> MembershipOrder? {
        try Row.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM membership_order WHERE tenant = ? AND \(condition)"),
                         arguments: [tenant, key])
            .map { row in
                guard let currency = Currency(row[4]),
                      let status = MembershipOrder.Status(name: row[6], subscription: row[7], reason: row[8]) else {
                    throw UnreadableRow("order \(row[0] as String)")
                }
                return MembershipOrder(id: OrderID(row[0]), buyer: User.ID(row[1]), months: row[2], amount: Money(row[3], currency),
                                       payment: PaymentID(row[5]),
                                       status: status, sandbox: row[9], placedAt: Timestamp(millisecondsSinceEpoch: row[10]),
                                       expiresAt: Timestamp(millisecondsSinceEpoch: row[11]))
            }
    }
}
