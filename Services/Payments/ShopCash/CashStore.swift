import Contracts
import GRDB
import Kernel
import PaymentsKit

/// Rows of shops' cash books, for one tenant.
struct CashStore {
    private let db: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    // MARK: - Shops

    func remember(shop: Int, staff: [User.ID]) throws {
        try db.cachedStatement(sql: "INSERT INTO cash_shop (tenant, id) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant, shop])
        try db.cachedStatement(sql: "DELETE FROM cash_shop_staff WHERE tenant = ? AND shop_id = ?").execute(arguments: [tenant, shop])
        let statement = try db.cachedStatement(sql: "INSERT INTO cash_shop_staff (tenant, shop_id, user_id) VALUES (?, ?, ?)")
        for user in Set(staff).sorted() { try statement.execute(arguments: [tenant, shop, user.rawValue]) }
    }
    func isShop(_ id: Int) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM cash_shop WHERE tenant = ? AND id = ?)"),
                          arguments: [tenant, id]) ?? false
    }
    func shops(of user: User.ID) throws -> [Int] {
        try Int.fetchAll(
            try db.cachedStatement(sql: "SELECT shop_id FROM cash_shop_staff WHERE tenant = ? AND user_id = ? ORDER BY shop_id"),
            arguments: [tenant, user.rawValue])
    }

    // MARK: - Books

    func balance(of shop: Int) throws -> Int {
        try Int.fetchOne(
            try db.cachedStatement(
                sql: "SELECT balance_after FROM cash_entry WHERE tenant = ? AND shop_id = ? ORDER BY position DESC LIMIT 1"),
            arguments: [tenant, shop]) ?? 0
    }
    func has(_ id: String) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM cash_entry WHERE tenant = ? AND id = ?)"),
                          arguments: [tenant, id]) ?? false
    }
    func has(reference: String, of shop: Int) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM cash_entry WHERE tenant = ? AND shop_id = ? AND reference = ?)"),
            arguments: [tenant, shop, reference]) ?? false
    }
    func add(_ entry: CashEntry, to shop: Int) throws {
        try db.cachedStatement(sql: """
            INSERT INTO cash_entry (tenant, shop_id, position, id, kind, amount, balance_after, currency, activation_id, reference, at)
            SELECT ?1, ?2, coalesce(max(position), 0) + 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM cash_entry
            WHERE tenant = ?1 AND shop_id = ?2
            """).execute(arguments: [
                tenant, shop, entry.id, entry.kind.rawValue, entry.amount.amount, entry.balanceAfter.amount, entry.amount.currency.code,
                entry.activationID, entry.reference, entry.at.millisecondsSinceEpoch,
            ])
    }
    /// Sum of each kind, and how many lines there are.
    func sums(of shop: Int) throws -> (sums: [CashEntry.Kind: Int], count: Int) {
        var sums: [CashEntry.Kind: Int] = [:]
        var count = 0
        let statement =
            try db.cachedStatement(sql: "SELECT kind, sum(amount), count(*) FROM cash_entry WHERE tenant = ? AND shop_id = ? GROUP BY kind")
        for row in try Row.fetchAll(statement, arguments: [tenant, shop]) {
            if let kind = CashEntry.Kind(rawValue: row[0]) { sums[kind] = row[1] }
            count += row[2] as Int
        }
        return (sums, count)
    }
    /// Newest first.
    func page(of shop: Int, limit: Int, offset: Int) throws -> [CashEntry] {
        try Row.fetchAll(try db.cachedStatement(sql: """
            SELECT id, kind, amount, balance_after, currency, activation_id, reference, at FROM cash_entry WHERE tenant = ? AND shop_id = ?
            ORDER BY position DESC LIMIT ? OFFSET ?
            """), arguments: [tenant, shop, limit, offset]).map { row in
            guard let kind = CashEntry.Kind(rawValue: row[1]) else {
                throw UnreadableRow(description: "cash entry \(row[0] as String) is of no known kind")
            }
            return CashEntry(id: row[0], kind: kind, amount: try row.money(2, 4), balanceAfter: try row.money(3, 4), activationID: row[5],
                             reference: row[6], at: row.time(7))
        }
    }
}

extension PaymentsScope {
    var cash: CashStore { CashStore(database, tenant) }
}
