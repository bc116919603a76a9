import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `fuel_quote`, for one tenant.
package struct FuelQuoteStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: QuoteID) throws -> FuelQuote? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT body, order_id FROM fuel_quote WHERE tenant = ? AND id = ?"), [tenant, id.rawValue])
            .map { row in
                var quote = try JSON.decode(FuelQuote.self, from: (row[0] as String).utf8)
                quote.orderID = (row[1] as String?).map { OrderID($0) }
                return quote
            }
    }
    /// Somebody's own quote. Throws `notFound`.
    package func require(_ id: QuoteID, of owner: User.ID) throws -> FuelQuote {
        guard let quote = try find(id), quote.owner == owner else { throw Rejection.notFound }
        return quote
    }

    func insert(_ quote: FuelQuote) throws {
        try db.cachedStatement(sql: "INSERT INTO fuel_quote (tenant, id, owner_id, created_at, body) VALUES (?, ?, ?, ?, ?)").run([
            tenant, quote.id.rawValue, quote.owner.rawValue, quote.createdAt.millisecondsSinceEpoch, try JSON.text(quote),
        ])
    }

    /// From now on it serves this order.
    package func use(_ id: QuoteID, for order: OrderID) throws {
        try db.cachedStatement(sql: "UPDATE fuel_quote SET order_id = ? WHERE tenant = ? AND id = ?")
            .run([order.rawValue, tenant, id.rawValue])
    }
    /// The order was refused, or failed before its payment: its quote may serve another one until it expires.
    package func reopen(of order: OrderID) throws {
        try db.cachedStatement(sql: "UPDATE fuel_quote SET order_id = NULL WHERE tenant = ? AND order_id = ?").run([tenant, order.rawValue])
    }

    /// Deletes some old quotes.
    func prune(unusedBefore unused: Timestamp, usedBefore used: Timestamp) throws {
        try db.cachedStatement(sql: """
            DELETE FROM fuel_quote WHERE tenant = ?1 AND id IN (
                SELECT id FROM fuel_quote WHERE tenant = ?1 AND order_id IS NULL AND created_at < ?2 ORDER BY created_at LIMIT 20)
            """).run([tenant, unused.millisecondsSinceEpoch])
        try db.cachedStatement(sql: """
            DELETE FROM fuel_quote WHERE tenant = ?1 AND id IN (
                SELECT id FROM fuel_quote WHERE tenant = ?1 AND order_id IS NOT NULL AND created_at < ?2 ORDER BY created_at LIMIT 20)
            """).run([tenant, used.millisecondsSinceEpoch])
    }
    /// Orders keep what they need of a quote.
    func erase(_ owner: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM fuel_quote WHERE tenant = ? AND owner_id = ?").run([tenant, owner.rawValue])
    }
}
