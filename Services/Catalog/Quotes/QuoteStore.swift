import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `quote`.
package struct QuoteStore {
    let database: Database
    let tenant: TenantID

    private static let columns = "quote_id, user_id, restaurant_id, created_at, expires_at, document, order_id"

    package func find(_ id: QuoteID) throws -> Quote? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM quote WHERE tenant = ? AND quote_id = ?")
        return try StoredRow.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(Self.quote)
    }
    package func find(of order: OrderID) throws -> Quote? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM quote WHERE tenant = ? AND order_id IS NOT NULL AND order_id = ?")
        return try StoredRow.fetchOne(statement, arguments: [tenant.rawValue, order.rawValue]).map(Self.quote)
    }

    private static func quote(_ row: StoredRow) throws -> Quote {
        Quote(id: QuoteID(row[0] as String), makerID: (row[1] as String?).map { User.ID($0) }, restaurantID: RestaurantID(row[2] as String),
              createdAt: Timestamp(millisecondsSinceEpoch: row[3]), expiresAt: Timestamp(millisecondsSinceEpoch: row[4]),
              document: try JSON.decode(Quote.Document.self, from: (row[5] as String).utf8),
              orderID: (row[6] as String?).map { OrderID($0) })
    }

    func insert(_ quote: Quote) throws {
        try database.cachedStatement(sql: """
            INSERT INTO quote (tenant, quote_id, user_id, restaurant_id, created_at, expires_at, document) VALUES (?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant.rawValue, quote.id.rawValue, quote.makerID?.rawValue, quote.restaurantID.rawValue,
                quote.createdAt.millisecondsSinceEpoch, quote.expiresAt.millisecondsSinceEpoch, try Self.text(quote.document),
            ])
    }
    private static func text(_ document: Quote.Document) throws -> String { String(decoding: try JSON.encode(document), as: UTF8.self) }

    /// From now on it is this order's.
    func use(_ id: QuoteID, for order: OrderID) throws {
        try database.cachedStatement(sql: "UPDATE quote SET order_id = ? WHERE tenant = ? AND quote_id = ?")
            .run([order.rawValue, tenant.rawValue, id.rawValue])
    }

    // MARK: - Ends

    /// Deletes some quotes that nobody can look at or order any more.
    func prune(unusedBefore unused: Timestamp, usedBefore used: Timestamp) throws {
        try database.cachedStatement(sql: """
            DELETE FROM quote WHERE tenant = ?1 AND quote_id IN (
                SELECT quote_id FROM quote WHERE tenant = ?1 AND order_id IS NULL AND created_at < ?2 ORDER BY created_at LIMIT 20)
            """).run([tenant.rawValue, unused.millisecondsSinceEpoch])
        try database.cachedStatement(sql: """
            DELETE FROM quote WHERE tenant = ?1 AND quote_id IN (
                SELECT quote_id FROM quote WHERE tenant = ?1 AND order_id IS NOT NULL AND created_at < ?2 ORDER BY created_at LIMIT 20)
            """).run([tenant.rawValue, used.millisecondsSinceEpoch])
    }

    /// Quotes that became orders stay without a person, a place and what they wrote; others go.
    func erase(_ user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM quote WHERE tenant = ? AND user_id = ? AND order_id IS NULL")
            .run([tenant.rawValue, user.rawValue])
        let used = try StoredRow.fetchAll(
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM quote WHERE tenant = ? AND user_id = ?"),
            arguments: [tenant.rawValue, user.rawValue]).map(Self.quote)
        let forget = try database.cachedStatement(sql: "UPDATE quote SET user_id = NULL, document = ? WHERE tenant = ? AND quote_id = ?")
        for quote in used { try forget.run([try Self.text(quote.document.withoutPerson), tenant.rawValue, quote.id.rawValue]) }
    }
}

extension Quote.Document {
    fileprivate var withoutPerson: Quote.Document {
        let bare = cart.lines.map { Cart.Line(menuItemId: $0.menuItemId, quantity: $0.quantity, options: $0.options) }
        return Quote.Document(
            cart: Cart(lines: bare, location: GeoPoint(lat: 0, lng: 0), tip: cart.tip),
            lines: lines.map { line in
                QuoteContent.Line(menuItemId: line.menuItemId, names: line.names, quantity: line.quantity, unitPrice: line.unitPrice,
                                  options: line.options, note: nil, lineTotal: line.lineTotal)
            },
            problems: problems, zone: zone, minimumOrder: minimumOrder, etaMinutes: etaMinutes, distanceMeters: 0, totals: totals)
    }
}
