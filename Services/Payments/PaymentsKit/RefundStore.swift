import Contracts
import GRDB
import Kernel

/// Rows of refunds.
package struct RefundStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "id, payment_id, amount, currency, reason, status, tries, failure_code, settled_at, created_at, "
        + "provider_reference, tried_at"

    package func find(_ id: RefundID) throws -> Refund? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM refund WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(refund)
    }
    /// Oldest first.
    package func all(of payment: PaymentID) throws -> [Refund] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM refund WHERE tenant = ? AND payment_id = ? ORDER BY created_at, id")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, payment.rawValue]).map(refund)
    }
    package func insert(_ refund: Refund) throws {
        let stored = Stored(refund.status)
        try database.cachedStatement(sql: """
            INSERT INTO refund (tenant, id, payment_id, amount, currency, reason, status, tries, failure_code, settled_at, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, refund.id.rawValue, refund.paymentId.rawValue, refund.amount.amount, refund.amount.currency.code,
                refund.reason, refund.status.name,
                stored.tries, stored.code, stored.at?.millisecondsSinceEpoch, refund.createdAt.millisecondsSinceEpoch,
            ])
    }
    package func update(_ refund: Refund) throws {
        let stored = Stored(refund.status)
        try database.cachedStatement(sql: """
            UPDATE refund SET status = ?, tries = max(tries, ?), failure_code = ?, settled_at = ?, provider_reference = ?, tried_at = ?
            WHERE tenant = ? AND id = ?
            """).execute(arguments: [refund.status.name, stored.tries, stored.code, stored.at?.millisecondsSinceEpoch,
                refund.providerReference, refund.triedAt.millisecondsSinceEpoch, tenant.rawValue, refund.id.rawValue])
    }

    private struct Stored {
        var tries = 0
        var code: String?
        var at: Timestamp?
        init(_ status: RefundStatus) {
            switch status {
            case .pending(let tries): self.tries = tries
            case .succeeded(let at): self.at = at
            case .failed(let code, let at): (self.code, self.at) = (code, at)
            }
        }
    }

    private func refund(_ row: Row) throws -> Refund {
        let status: RefundStatus
        switch (row[5] as String, row.optionalTime(8)) {
        case ("pending", _): status = .pending(tries: row[6])
        case ("succeeded", let at?): status = .succeeded(at: at)
        case ("failed", let at?): status = .failed(code: row[7], at: at)
        default: throw UnreadableRow(description: "refund \(row[0] as String) is \(row[5] as String) without its time")
        }
        return Refund(id: RefundID(row[0]), paymentId: PaymentID(row[1]), amount: try row.money(2, 3), reason: row[4], status: status,
                      createdAt: row.time(9), providerReference: row[10], triedAt: row.optionalTime(11))
    }
}
