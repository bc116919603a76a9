import GRDB
import Kernel
import PaymentsKit

/// Payments and refunds of a person as one list.
package struct TransactionStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package struct Filter {
        package let user: User.ID
        package let from: Timestamp
        /// Exclusive.
        package let to: Timestamp
        package let status: String?
        fileprivate var arguments: [(any DatabaseValueConvertible)?] {
            let half: [(any DatabaseValueConvertible)?] = [user.rawValue, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch, status,
                                                           status]
            return half
        }
    }
    private static let union = """
        SELECT p.id AS id, 'payment' AS kind, p.id AS payment_id, p.order_id, coalesce(p.captured_amount, p.amount), p.currency, p.status,
            a.type, p.created_at AS at
        FROM payment p LEFT JOIN attempt a ON a.tenant = p.tenant AND a.payment_id = p.id AND a.number = p.attempts
        WHERE p.tenant = ? AND p.user_id = ? AND p.created_at >= ? AND p.created_at < ? AND (? IS NULL OR p.status = ?)
        UNION ALL
        SELECT r.id, 'refund', p.id, p.order_id, r.amount, r.currency, r.status, a.type, r.created_at
        FROM payment p JOIN refund r ON r.tenant = p.tenant AND r.payment_id = p.id
        LEFT JOIN attempt a ON a.tenant = p.tenant AND a.payment_id = p.id AND a.number = p.attempts
        WHERE p.tenant = ? AND p.user_id = ? AND r.created_at >= ? AND r.created_at < ? AND (? IS NULL OR r.status = ?)
        """
    private func arguments(_ filter: Filter) -> [(any DatabaseValueConvertible)?] {
        [tenant.rawValue] + filter.arguments + [tenant.rawValue] + filter.arguments
    }

    func count(_ filter: Filter) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM (\(Self.union))"),
                         arguments: StatementArguments(arguments(filter))) ?? 0
    }
    /// Newest first.
    func page(_ filter: Filter, limit: Int, offset: Int) throws -> [TransactionAnswer] {
        let statement = try database.cachedStatement(sql: "\(Self.union) ORDER BY at DESC, id LIMIT ? OFFSET ?")
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments(filter) + [limit, offset])).map { row in
            TransactionAnswer(id: row[0], type: row[1], paymentId: row[2], orderId: row[3], amount: row[4], currency: row[5],
                              status: row[6], method: row[7], createdAt: row.time(8).wholeSeconds)
        }
    }
}
