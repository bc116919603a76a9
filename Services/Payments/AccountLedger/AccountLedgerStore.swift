import Contracts
import GRDB
import Kernel
import PaymentsKit

/// Rows of transactions, entries and wallets. Triggers add up the books and the wallets (`CreateAccountLedger`).
struct AccountLedgerStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    // MARK: - Books

    func insert(_ transaction: AccountTransaction) throws {
        let entry = try database.cachedStatement(sql: """
            INSERT INTO account_entry (tenant, transaction_id, number, account, user_id, type, amount, currency, at, balance_after, place)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
                iif(?5 IS NULL, NULL, ?7 + coalesce((SELECT balance FROM account_wallet WHERE tenant = ?1 AND user_id = ?5), 0)),
                iif(?5 IS NULL, NULL, 1 + coalesce((SELECT entries FROM account_wallet WHERE tenant = ?1 AND user_id = ?5), 0))
            """)
        for (index, line) in transaction.entries.enumerated() {
            try entry.execute(arguments: [
                tenant.rawValue, transaction.id, index + 1, line.account.rawValue, line.userId?.rawValue, line.type.rawValue,
                line.amount.amount, line.amount.currency.code, transaction.at.millisecondsSinceEpoch,
            ])
        }
        try database.cachedStatement(sql: """
            INSERT INTO account_transaction (tenant, id, order_id, restaurant_id, owner_id, at) VALUES (?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, transaction.id, transaction.orderID?.rawValue, transaction.restaurantID, transaction.ownerID?.rawValue,
                transaction.at.millisecondsSinceEpoch,
            ])
    }
    /// Nil: the transaction does not exist.
    func entries(of transaction: String) throws -> [PostLedger.Entry]? {
        let statement = try database.cachedStatement(sql: """
            SELECT account, user_id, type, amount, currency FROM account_entry WHERE tenant = ? AND transaction_id = ? ORDER BY number
            """)
        let entries = try Row.fetchAll(statement, arguments: [tenant.rawValue, transaction]).map { try Self.entry($0, from: 0) }
        return entries.isEmpty ? nil : entries
    }
    /// The first transaction of an order is how it ended; refunds follow.
    func outcome(of order: OrderID) throws -> OrderOutcome? {
        let statement = try database.cachedStatement(sql: """
            SELECT restaurant_id, owner_id FROM account_transaction WHERE tenant = ? AND order_id = ? ORDER BY at, id LIMIT 1
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, order.rawValue]).map {
            OrderOutcome(restaurantID: $0[0], ownerID: ($0[1] as String?).map { User.ID($0) })
        }
    }
    func note(_ reason: String, on transaction: String, of user: User.ID, by author: User.ID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO account_note (tenant, transaction_id, user_id, reason, made_by) VALUES (?, ?, ?, ?, ?)
            """).execute(arguments: [tenant.rawValue, transaction, user.rawValue, reason, author.rawValue])
    }

    // MARK: - Wallets

    func wallet(of user: User.ID) throws -> AccountWallet? {
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, name, balance, pending, cash_in_hand FROM account_wallet WHERE tenant = ? AND user_id = ?
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]).map(Self.wallet)
    }
    /// Newest person first: ids begin with their time.
    func wallets(limit: Int, offset: Int) throws -> [AccountWallet] {
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, name, balance, pending, cash_in_hand FROM account_wallet WHERE tenant = ?
            ORDER BY user_id DESC LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, limit, offset]).map(Self.wallet)
    }
    func walletCount() throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM account_wallet WHERE tenant = ?"),
                         arguments: [tenant.rawValue]) ?? 0
    }
    /// Opens a wallet or renames its owner.
    func open(_ user: User.ID, name: String?) throws {
        try database.cachedStatement(sql: """
            INSERT INTO account_wallet (tenant, user_id, name) VALUES (?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET name = coalesce(excluded.name, name)
            """).execute(arguments: [tenant.rawValue, user.rawValue, name])
    }
    /// The person goes, the books stay.
    func anonymise(_ user: User.ID) throws {
        let who: StatementArguments = [tenant.rawValue, user.rawValue]
        try database.execute(sql: "UPDATE account_wallet SET name = NULL WHERE tenant = ? AND user_id = ?", arguments: who)
        try database.execute(sql: "UPDATE account_note SET reason = NULL WHERE tenant = ? AND user_id = ?", arguments: who)
        try database.execute(sql: "UPDATE account_withdrawal SET last4 = '' WHERE tenant = ? AND user_id = ?", arguments: who)
    }

    /// A wallet's entries, last booked first.
    func page(of user: User.ID, limit: Int, offset: Int) throws -> [WalletEntry] {
        let statement = try database.cachedStatement(sql: """
            SELECT e.account, e.user_id, e.type, e.amount, e.currency, e.transaction_id, e.number, t.order_id, t.restaurant_id,
                e.balance_after, e.at
            FROM account_entry e JOIN account_transaction t ON t.tenant = e.tenant AND t.id = e.transaction_id
            WHERE e.tenant = ? AND e.user_id = ? ORDER BY e.place DESC LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, limit, offset]).map { row in
            let entry = try Self.entry(row, from: 0)
            return WalletEntry(transactionID: row[5], number: row[6], entry: entry, orderID: (row[7] as String?).map { OrderID($0) },
                               restaurantID: row[8], balanceAfter: Money(row[9], entry.amount.currency), at: row.time(10))
        }
    }
    func count(of user: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT entries FROM account_wallet WHERE tenant = ? AND user_id = ?"),
                         arguments: [tenant.rawValue, user.rawValue]) ?? 0
    }

    // MARK: - Rows

    static func entry(_ row: Row, from first: Int) throws -> PostLedger.Entry {
        guard let account = LedgerAccount(rawValue: row[first]), let type = LedgerEntryType(rawValue: row[first + 2]) else {
            throw UnreadableRow(description: "an entry is in \(row[first] as String), for \(row[first + 2] as String)")
        }
        return PostLedger.Entry(account: account, userId: (row[first + 1] as String?).map { User.ID($0) }, type: type,
                                amount: try row.money(first + 3, first + 4))
    }
    private static func wallet(_ row: Row) -> AccountWallet {
        AccountWallet(userID: User.ID(row[0] as String), name: row[1], balance: row[2], pending: row[3], cashInHand: row[4])
    }
}

extension PaymentsScope {
    var accounts: AccountLedgerStore { AccountLedgerStore(database, tenant) }
    var walletWithdrawals: WalletWithdrawalStore { WalletWithdrawalStore(database, tenant) }
}

extension PaymentsTransaction {
    func ledgerSettings() throws -> LedgerSettings { try LedgerSettings.of(definition) }
}
