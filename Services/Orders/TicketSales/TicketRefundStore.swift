import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `refund`, for one tenant.
package struct TicketRefundStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns =
        "id, order_id, payment_id, amount, currency, cause, reason, tickets, status, failure_code, requested_at, settled_at, fee"

    /// Writes a new refund; false: it is known already.
    package func insert(_ refund: TicketRefund) throws -> Bool {
        let state = Self.state(refund.status)
        try db.cachedStatement(sql: """
            INSERT INTO refund (tenant, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO NOTHING
            """).run([
                tenant, refund.id.rawValue, refund.orderId.rawValue, refund.payment?.rawValue, refund.amount.amount,
                refund.amount.currency.code,
                    refund.cause.rawValue,
                refund.reason, try JSON.text(refund.tickets), refund.status.name.rawValue, state.failure,
                    refund.requestedAt.millisecondsSinceEpoch,
                    state.settledAt,
                refund.fee.amount,
            ])
        return db.changesCount == 1
    }

    /// - Parameter fee: the part of the platform's fee that was reversed; nil: as it was asked for.
    package func settle(_ id: RefundID, _ status: TicketRefund.Status, fee: Money? = nil) throws {
        let state = Self.state(status)
        try db.cachedStatement(sql: """
            UPDATE refund SET status = ?, failure_code = ?, settled_at = ?, fee = coalesce(?, fee) WHERE tenant = ? AND id = ?
            """).run([status.name.rawValue, state.failure, state.settledAt, fee?.amount, tenant, id.rawValue])
    }

    /// Adds tickets that ended with a refund that did not name them.
    package func add(_ tickets: [TicketID], to id: RefundID) throws {
        guard let refund = try find(id) else { return }
        try db.cachedStatement(sql: "UPDATE refund SET tickets = ? WHERE tenant = ? AND id = ?")
            .run([try JSON.text(refund.tickets + tickets), tenant, id.rawValue])
    }

    package func find(_ id: RefundID) throws -> TicketRefund? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM refund WHERE tenant = ? AND id = ?"),
            arguments: [tenant, id.rawValue]).map(Self.refund)
    }
    package func of(order: OrderID) throws -> [TicketRefund] {
        try StoredRow.fetchAll(
            try db.cachedStatement(sql: "SELECT \(Self.columns) FROM refund WHERE tenant = ? AND order_id = ? ORDER BY requested_at, id"),
                         arguments: [tenant, order.rawValue]).map(Self.refund)
    }

    /// Gives a refund the reason that came after its success.
    package func explain(_ id: RefundID, _ reason: String) throws {
        try db.cachedStatement(sql: "UPDATE refund SET reason = ? WHERE tenant = ? AND id = ?").run([reason, tenant, id.rawValue])
    }

    /// Deletes what people wrote about refunds of an erased buyer's orders.
    package func eraseReasons(of buyer: User.ID) throws {
        try db.cachedStatement(sql: """
            UPDATE refund SET reason = NULL WHERE tenant = ?1 AND order_id IN (SELECT id FROM orders WHERE tenant = ?1 AND buyer_id = ?2)
            """).execute(arguments: [tenant, buyer.rawValue])
        try db.cachedStatement(sql: """
            DELETE FROM refund_reason WHERE tenant = ?1 AND order_id IN (SELECT id FROM orders WHERE tenant = ?1 AND buyer_id = ?2)
            """).execute(arguments: [tenant, buyer.rawValue])
    }

    /// What of an order's own payment went back, minor units.
    package func succeeded(of order: OrderID, payment: PaymentID?) throws -> Int { try sums(of: order, payment: payment).succeeded }
    /// What of it went or is still going back. Failed refunds count nowhere.
    package func promised(of order: OrderID, payment: PaymentID?) throws -> RefundRules.Promised {
        let sums = try sums(of: order, payment: payment)
        return RefundRules.Promised(money: sums.promised, fees: sums.fees)
    }
    /// What of it went back.
    package func settled(of order: OrderID, payment: PaymentID?) throws -> RefundRules.Promised {
        let sums = try sums(of: order, payment: payment)
        return RefundRules.Promised(money: sums.succeeded, fees: sums.reversed)
    }
    private func sums(of order: OrderID, payment: PaymentID?) throws -> (succeeded: Int, promised: Int, fees: Int, reversed: Int) {
        let row = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0), coalesce(sum(amount) FILTER (WHERE status <> 'failed'), 0),
                coalesce(sum(fee) FILTER (WHERE status <> 'failed'), 0), coalesce(sum(fee) FILTER (WHERE status = 'succeeded'), 0)
            FROM refund WHERE tenant = ? AND order_id = ? AND payment_id IS ?
            """), arguments: [tenant, order.rawValue, payment?.rawValue])
        return row.map { ($0[0], $0[1], $0[2], $0[3]) } ?? (0, 0, 0, 0)
    }

    private static func state(_ status: TicketRefund.Status) -> (failure: String?, settledAt: Int64?) {
        switch status {
        case .pending: (nil, nil)
        case .succeeded(let at): (nil, at.millisecondsSinceEpoch)
        case .failed(let code, let at): (code, at.millisecondsSinceEpoch)
        }
    }

    private static func refund(_ row: StoredRow) throws -> TicketRefund {
        let unreadable = UnreadableRow("refund \(row[0] as String)")
        guard let currency = Currency(row[4]), let cause = RefundCause(rawValue: row[5]),
              let name = TicketRefund.Status.Name(rawValue: row[8]) else {
            throw unreadable
        }
        let settledAt = (row[11] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
        let status: TicketRefund.Status
        switch (name, settledAt) {
        case (.pending, _): status = .pending
        case (.succeeded, let at?): status = .succeeded(at: at)
        case (.failed, let at?): status = .failed(code: row[9] ?? "", at: at)
        case (.succeeded, nil), (.failed, nil): throw unreadable
        }
        return TicketRefund(
            id: RefundID(row[0]), orderId: OrderID(row[1]), payment: (row[2] as String?).map { PaymentID($0) },
            amount: Money(row[3], currency), fee: Money(row[12], currency), cause: cause, reason: row[6],
            tickets: try JSON.decode([TicketID].self, from: (row[7] as String).utf8), status: status,
            requestedAt: Timestamp(millisecondsSinceEpoch: row[10]))
    }
}
