import Contracts
import GRDB
import Kernel
import PaymentsKit

/// Reads the books of a time.
struct LedgerReportStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Newest first.
    func page(in range: Range<Timestamp>, limit: Int, offset: Int) throws -> [LedgerReportAnswer.PostedTransaction] {
        let statement = try database.cachedStatement(sql: """
            SELECT id, at FROM account_transaction WHERE tenant = ? AND at >= ? AND at < ? ORDER BY at DESC, id DESC LIMIT ? OFFSET ?
            """)
        let rows = try Row.fetchAll(statement, arguments: [
            tenant.rawValue, range.lowerBound.millisecondsSinceEpoch, range.upperBound.millisecondsSinceEpoch, limit, offset,
        ])
        let accounts = AccountLedgerStore(database, tenant)
        return try rows.map { .init(id: $0[0], at: $0.time(1).wholeSeconds, entries: try accounts.entries(of: $0[0]) ?? []) }
    }
    func count(in range: Range<Timestamp>) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM account_transaction WHERE tenant = ? AND at >= ? AND at < ?")
        return try Int.fetchOne(statement, arguments: [
            tenant.rawValue, range.lowerBound.millisecondsSinceEpoch, range.upperBound.millisecondsSinceEpoch,
        ]) ?? 0
    }
    /// Of all entries, added up and not taken from the rule that says 0.
    func sum(in range: Range<Timestamp>) throws -> Int {
        let statement = try database.cachedStatement(sql: """
            SELECT coalesce(sum(e.amount), 0) FROM account_transaction t
            JOIN account_entry e ON e.tenant = t.tenant AND e.transaction_id = t.id
            WHERE t.tenant = ? AND t.at >= ? AND t.at < ?
            """)
        return try Int.fetchOne(statement, arguments: [
            tenant.rawValue, range.lowerBound.millisecondsSinceEpoch, range.upperBound.millisecondsSinceEpoch,
        ]) ?? 0
    }
    /// Every entry, newest transaction first.
    func lines(in range: Range<Timestamp>, limit: Int) throws -> [LedgerReportAnswer.PostedLine] {
        let statement = try database.cachedStatement(sql: """
            SELECT e.account, e.user_id, e.type, e.amount, e.currency, t.id, t.at, t.order_id, t.restaurant_id FROM account_transaction t
            JOIN account_entry e ON e.tenant = t.tenant AND e.transaction_id = t.id
            WHERE t.tenant = ? AND t.at >= ? AND t.at < ? ORDER BY t.at DESC, t.id DESC, e.number LIMIT ?
            """)
        let rows = try Row.fetchAll(statement, arguments: [
            tenant.rawValue, range.lowerBound.millisecondsSinceEpoch, range.upperBound.millisecondsSinceEpoch, limit,
        ])
        return try rows.map { row in
            .init(transactionID: row[5], at: row.time(6), orderID: row[7], restaurantID: row[8],
                  entry: try AccountLedgerStore.entry(row, from: 0))
        }
    }
}
