import Contracts
import GRDB
import Kernel
import PaymentsKit

/// Rows of withdrawals. Triggers keep what waits in the wallet.
struct WalletWithdrawalStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "id, user_id, amount, currency, last4, status, settled_at, created_at"

    func find(_ id: WithdrawalID, of user: User.ID) throws -> WalletWithdrawal? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM account_withdrawal WHERE tenant = ? AND user_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue, id.rawValue]).map(withdrawal)
    }
    /// Newest first.
    func page(of user: User.ID, limit: Int, offset: Int) throws -> [WalletWithdrawal] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM account_withdrawal WHERE tenant = ? AND user_id = ?
            ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, limit, offset]).map(withdrawal)
    }
    func count(of user: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM account_withdrawal WHERE tenant = ? AND user_id = ?"),
                         arguments: [tenant.rawValue, user.rawValue]) ?? 0
    }
    func insert(_ withdrawal: WalletWithdrawal) throws {
        try database.cachedStatement(sql: """
            INSERT INTO account_withdrawal (tenant, user_id, id, amount, currency, last4, status, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, withdrawal.userID.rawValue, withdrawal.id.rawValue, withdrawal.amount.amount,
                withdrawal.amount.currency.code, withdrawal.last4, withdrawal.status.name, withdrawal.createdAt.millisecondsSinceEpoch,
            ])
    }
    func settle(_ withdrawal: WalletWithdrawal, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "UPDATE account_withdrawal SET status = 'settled', settled_at = ? WHERE tenant = ? AND user_id = ? AND id = ?")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, withdrawal.userID.rawValue, withdrawal.id.rawValue])
    }

    private func withdrawal(_ row: Row) throws -> WalletWithdrawal {
        let status: WalletWithdrawalStatus
        switch (row[5] as String, row.optionalTime(6)) {
        case ("pending", nil): status = .pending
        case ("settled", let at?): status = .settled(at: at)
        default: throw UnreadableRow(description: "withdrawal \(row[0] as String) is \(row[5] as String) without its time")
        }
        return WalletWithdrawal(id: WithdrawalID(row[0] as String), userID: User.ID(row[1] as String), amount: try row.money(2, 3),
                                last4: row[4], status: status, createdAt: row.time(7))
    }
}
