import CatalogKit
import Contracts
import GRDB
import Kernel

/// A shop as lists show it.
package struct ListedShop: Sendable {
    package let id: Int
    package let state: Shop.State
    package let names: [String: String]
    package let categoryID: Int
    package let neighborhoodID: Int
    package let discountBasisPoints: Int
    package let phone: String
    package let place: Coordinates
    package let ratingCount: Int
    package let ratingSum: Int
    package let publishedAt: Timestamp?
    /// Nil: the hours are not known.
    package let isOpen: Bool?
    /// Of the person who looks.
    package let isFavorite: Bool
}

/// Who looks at shops, and when.
package struct ShopViewer: Sendable {
    package let user: User.ID?
    package let moment: OpenMoment
    package init(user: User.ID?, moment: OpenMoment) { (self.user, self.moment) = (user, moment) }
}

/// Lists of shops, cut into pages by the database.
package struct ShopListStore {
    let database: Database
    let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = """
        s.shop_id, s.state, s.names, s.category_id, s.neighborhood_id, s.discount_basis_points, s.phone, s.latitude, s.longitude, \
        s.rating_count,
        s.rating_sum, s.published_at, \(ShopCondition.isOpen),
        EXISTS (SELECT 1 FROM shop_favorite f WHERE f.tenant = s.tenant AND f.user_id = ? AND f.shop_id = s.shop_id)
        """
    private static func columnArguments(_ viewer: ShopViewer) -> [DatabaseValue] {
        ShopCondition.openArguments(viewer.moment) + [(viewer.user?.rawValue ?? "").databaseValue]
    }

    /// A page of what the filter lets through, and the number of all.
    package func page(_ filter: ShopFilter, bonuses: Bonuses, _ viewer: ShopViewer, limit: Int, offset: Int) throws -> (shops: [ListedShop],
        total: Int) {
        if filter.isPlain, let near = filter.near {
            let places = PlaceStore(database: database, tenant: tenant)
            let (found, total) = try places.nearest(near, category: filter.categoryID, radiusKm: filter.radiusKm, limit: limit,
                                                    offset: offset)
            return (try listed(found, viewer), total)
        }
        var condition = ShopCondition(tenant: tenant)
        condition.add(filter, bonuses: bonuses, moment: viewer.moment)
        return try page(condition, viewer, limit: limit, offset: offset)
    }

    private func page(_ condition: ShopCondition, order: String? = nil, _ viewer: ShopViewer, limit: Int, offset: Int) throws
        -> (shops: [ListedShop], total: Int) {
        let count = "\(condition.prefix) SELECT count(*) FROM \(condition.source) WHERE \(condition.text)"
        let total = try Int.fetchOne(try database.cachedStatement(sql: count),
                                     arguments: StatementArguments(condition.prefixArguments + condition.arguments)) ?? 0
        guard total > offset else { return ([], total) }
        let sql = """
            \(condition.prefix) SELECT \(Self.columns) FROM \(condition.source) WHERE \(condition.text) \
            ORDER BY \(order ?? condition.order) LIMIT ? OFFSET ?
            """
        let arguments = condition.prefixArguments + Self.columnArguments(viewer) + condition.arguments + condition.orderArguments
        return (try shops(sql, arguments + [limit.databaseValue, offset.databaseValue]), total)
    }

    /// Active shops that were found by their places, in this order. Neighbours stand side by side in the index.
    private func listed(_ found: [PlaceStore.Found], _ viewer: ShopViewer) throws -> [ListedShop] {
        guard !found.isEmpty else { return [] }
        let keys = found.sorted { ($0.cell, $0.shop) < ($1.cell, $1.shop) }.flatMap { [$0.cell.databaseValue, $0.shop.databaseValue] }
        let rows = try shops(Self.neighbours(found.count), keys + Self.columnArguments(viewer) + [tenant.rawValue.databaseValue])
        return Self.sorted(rows, by: found.map(\.shop))
    }
    private static func neighbours(_ count: Int) -> String {
        """
        WITH l (cell, shop_id) AS (VALUES \(Array(repeating: "(?, ?)", count: count).joined(separator: ", ")))
        SELECT \(columns) FROM l CROSS JOIN shop s INDEXED BY shop_by_place ON s.tenant = ? AND s.cell = l.cell AND s.shop_id = l.shop_id
        AND s.state = 'active'
        """
    }

    /// These shops, in this order; one that is not there is left out.
    package func listed(_ ids: [Int], _ viewer: ShopViewer) throws -> [ListedShop] {
        guard !ids.isEmpty else { return [] }
        let marks = Array(repeating: "?", count: ids.count).joined(separator: ", ")
        let rows = try shops("SELECT \(Self.columns) FROM shop s WHERE s.tenant = ? AND s.shop_id IN (\(marks))",
                             Self.columnArguments(viewer) + [tenant.rawValue.databaseValue] + ids.map(\.databaseValue))
        return Self.sorted(rows, by: ids)
    }
    private static func sorted(_ shops: [ListedShop], by ids: [Int]) -> [ListedShop] {
        let byID = Dictionary(shops.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }

    /// A person's favorites that are active, the newest first.
    package func favorites(of user: User.ID, _ viewer: ShopViewer, limit: Int, offset: Int) throws -> (shops: [ListedShop], total: Int) {
        var condition = ShopCondition(tenant: tenant, source: "shop_favorite l CROSS JOIN shop s")
        condition.require("l.tenant = s.tenant AND l.user_id = ? AND l.shop_id = s.shop_id AND s.state = 'active'",
                          user.rawValue.databaseValue)
        return try page(condition, order: "l.created_at DESC, l.shop_id", viewer, limit: limit, offset: offset)
    }

    private func shops(_ sql: String, _ arguments: [DatabaseValue]) throws -> [ListedShop] {
        let cursor = try Row.fetchCursor(try database.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        var shops: [ListedShop] = []
        while let row = try cursor.next() {
            shops.append(ListedShop(
                id: row[0], state: Shop.State(rawValue: row[1]) ?? .closed, names: try StoredJSON.read(row[2]), categoryID: row[3],
                neighborhoodID: row[4],
                discountBasisPoints: row[5], phone: row[6], place: Coordinates(latitude: row[7], longitude: row[8]), ratingCount: row[9],
                ratingSum: row[10],
                publishedAt: (row[11] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }, isOpen: row[12], isFavorite: row[13]))
        }
        return shops
    }

    /// How SQLite finds a page, for the test that lists use their indexes.
    package func plan(_ filter: ShopFilter, moment: OpenMoment) throws -> [String] {
        var condition = ShopCondition(tenant: tenant)
        condition.add(filter, bonuses: Bonuses([]), moment: moment)
        return try plan("\(condition.prefix) SELECT s.shop_id FROM \(condition.source) WHERE \(condition.text) ORDER BY \(condition.order)",
                        condition.prefixArguments + condition.arguments + condition.orderArguments)
    }
    /// How SQLite finds the shops of a page of neighbours.
    package func planOfNeighbours() throws -> [String] {
        let sql = Self.neighbours(2)
        return try plan(sql, Array(repeating: 0.databaseValue, count: sql.filter { $0 == "?" }.count))
    }
    private func plan(_ sql: String, _ arguments: [DatabaseValue]) throws -> [String] {
        try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(arguments)).map { $0["detail"] }
    }
}
