import Contracts
import GRDB
import Kernel
import PaymentsKit

/// What statements read of the books of one earner.
package struct EarningsStatementStore {
    private let database: Database
    private let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package struct Line: Sendable {
        package let entry: LedgerEntry
        /// Nil: the line is of no event.
        let eventTitle: String?
    }

    /// What was booked from an instant on, by bucket. A balance of then is that of today less this.
    package func booked(of user: User.ID, since start: Timestamp) throws -> Wallet {
        var wallet = Wallet()
        let statement = try database.cachedStatement(
            sql: "SELECT bucket, sum(amount) FROM ledger_entry WHERE tenant = ? AND user_id = ? AND at >= ? GROUP BY bucket")
        for row in try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, start.millisecondsSinceEpoch]) {
            if let bucket = Bucket(rawValue: row[0]) { wallet.add(row[1], to: bucket) }
        }
        return wallet
    }

    package func count(of user: User.ID, in period: Range<Timestamp>) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM ledger_entry WHERE tenant = ? AND user_id = ? AND at >= ? AND at < ?")
        return try Int.fetchOne(statement, arguments: arguments(user, period)) ?? 0
    }

    /// Oldest first, as statements are read.
    package func lines(of user: User.ID, in period: Range<Timestamp>, limit: Int, offset: Int) throws -> [Line] {
        let statement = try database.cachedStatement(sql: """
            SELECT l.id, l.kind, l.bucket, l.amount, l.currency, l.event_id, l.order_id, l.at, e.title FROM ledger_entry l
            LEFT JOIN event_earning e ON e.tenant = l.tenant AND e.event_id = l.event_id
            WHERE l.tenant = ? AND l.user_id = ? AND l.at >= ? AND l.at < ? ORDER BY l.at, l.id LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: arguments(user, period) + [limit, offset]).map { row in
            Line(entry: try LedgerStore.entry(row, of: user), eventTitle: row[8])
        }
    }

    private func arguments(_ user: User.ID, _ period: Range<Timestamp>) -> StatementArguments {
        [tenant.rawValue, user.rawValue, period.lowerBound.millisecondsSinceEpoch, period.upperBound.millisecondsSinceEpoch]
    }
}
