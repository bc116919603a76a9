import Contracts
import GRDB
import Kernel
import PaymentsKit

/// Rows of withdrawals and of the accounts they go to.
package struct WithdrawalStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = """
        id, user_id, amount, currency, status, failure_code, settled_at, created_at, account_type, account_reference, account_last4
        """

    package func find(_ id: WithdrawalID, of user: User.ID) throws -> Withdrawal? {
        let statement =
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM withdrawal WHERE tenant = ? AND user_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue, id.rawValue]).map(withdrawal)
    }
    package func count(of user: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM withdrawal WHERE tenant = ? AND user_id = ?"),
            arguments: [tenant.rawValue, user.rawValue]) ?? 0
    }
    /// Newest first.
    package func page(of user: User.ID, limit: Int, offset: Int) throws -> [Withdrawal] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM withdrawal WHERE tenant = ? AND user_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, limit, offset]).map(withdrawal)
    }
    package func insert(_ withdrawal: Withdrawal) throws {
        try database.cachedStatement(sql: """
            INSERT INTO withdrawal (tenant, user_id, id, amount, currency, status, created_at, account_type, account_reference,
            account_last4)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
            .execute(arguments: [tenant.rawValue, withdrawal.userId.rawValue, withdrawal.id.rawValue, withdrawal.amount.amount,
                                 withdrawal.amount.currency.code,
                                 withdrawal.status.name, withdrawal.createdAt.millisecondsSinceEpoch, withdrawal.target?.type,
                                 withdrawal.target?.reference, withdrawal.target?.last4])
    }
    package func update(_ withdrawal: Withdrawal) throws {
        var code: String?, at: Timestamp?
        switch withdrawal.status {
        case .pending: break
        case .settled(let time): at = time
        case .failed(let reason, let time): (code, at) = (reason, time)
        }
        try database.cachedStatement(
            sql: "UPDATE withdrawal SET status = ?, failure_code = ?, settled_at = ? WHERE tenant = ? AND user_id = ? AND id = ?")
            .execute(arguments: [withdrawal.status.name, code, at?.millisecondsSinceEpoch, tenant.rawValue, withdrawal.userId.rawValue,
                                 withdrawal.id.rawValue])
    }

    package func account(of user: User.ID) throws -> PayoutAccount? {
        let statement = try database.cachedStatement(sql: """
            SELECT type, reference, last4, bank_name, account_name FROM payout_account WHERE tenant = ? AND user_id = ?
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]).map {
            PayoutAccount(type: $0[0], reference: $0[1], last4: $0[2], bankName: $0[3], accountName: $0[4])
        }
    }
    package func save(_ account: PayoutAccount, of user: User.ID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO payout_account (tenant, user_id, type, reference, last4, bank_name, account_name) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET type = excluded.type, reference = excluded.reference, last4 = excluded.last4,
                bank_name = excluded.bank_name,
                account_name = excluded.account_name
            """).execute(arguments: [tenant.rawValue, user.rawValue, account.type, account.reference, account.last4, account.bankName,
                                     account.accountName])
    }
    func deleteAccount(of user: User.ID) throws {
        try database.execute(sql: "DELETE FROM payout_account WHERE tenant = ? AND user_id = ?",
                             arguments: [tenant.rawValue, user.rawValue])
        try database.execute(sql: "UPDATE withdrawal SET account_last4 = '' WHERE tenant = ? AND user_id = ? AND account_last4 IS NOT NULL",
                             arguments: [tenant.rawValue, user.rawValue])
    }

    private func withdrawal(_ row: Row) throws -> Withdrawal {
        let status: WithdrawalStatus
        switch (row[4] as String, row.optionalTime(6)) {
        case ("pending", _): status = .pending
        case ("settled", let at?): status = .settled(at: at)
        case ("failed", let at?): status = .failed(code: row[5], at: at)
        default: throw UnreadableRow(description: "withdrawal \(row[0] as String) is \(row[4] as String) without its time")
        }
        let target = (row[8] as String?).map { Withdrawal.Target(type: $0, reference: row[9] ?? "", last4: row[10] ?? "") }
        return Withdrawal(id: WithdrawalID(row[0] as String), userId: User.ID(row[1] as String), amount: try row.money(2, 3),
            target: target, status: status, createdAt: row.time(7))
    }
}
