import CatalogKit
import Contracts
import Foundation
import GRDB
import Kernel

/// Shops one by one: to change them, and with everything there is to know of them.
package struct ShopStore {
    let database: Database
    let tenant: TenantID
    /// Of the tenant: shops are sorted by their names in it.
    let firstLanguage: String
    package init(database: Database, tenant: TenantID, firstLanguage: String) {
        (self.database, self.tenant, self.firstLanguage) = (database, tenant, firstLanguage)
    }

    private static let columns = """
        shop_id, state, names, category_id, neighborhood_id, discount_basis_points, phone, address, latitude, longitude, opening_hours, \
        special_days,
        created_at, published_at
        """

    package func find(_ id: Int) throws -> Shop? {
        let row = try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM shop WHERE tenant = ? AND shop_id = ?"),
                                   arguments: [tenant.rawValue, id])
        return try row.map(shop)
    }
    /// Throws 404.
    package func require(_ id: Int) throws -> Shop {
        guard let shop = try find(id) else { throw Rejection.notFound }
        return shop
    }
    /// As everybody may see it. Throws 404.
    package func requireActive(_ id: Int) throws -> Shop {
        let shop = try require(id)
        guard shop.state == .active else { throw Rejection.notFound }
        return shop
    }
    package func exists(_ id: Int) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM shop WHERE tenant = ? AND shop_id = ?)"),
                          arguments: [tenant.rawValue, id]) ?? false
    }

    private func shop(_ row: Row) throws -> Shop {
        var check = Validation()
        let hours = try (row[10] as String?).flatMap {
            OpeningHours.read(try JSON.decode(JSONValue.self, from: Array($0.utf8)), "hours", &check)
        }
        let special = OpeningHours.readSpecialDays(try JSON.decode(JSONValue.self, from: Array((row[11] as String).utf8)), "special",
                                                   &check) ?? []
        let id: Int = row[0]
        return Shop(id: id, state: Shop.State(rawValue: row[1]) ?? .closed, names: try StoredJSON.read(row[2]), categoryID: row[3],
                    neighborhoodID: row[4],
                    discountBasisPoints: row[5], phone: row[6], address: row[7], place: Coordinates(latitude: row[8], longitude: row[9]),
                    hours: hours, specialDays: special, vendors: try vendors(of: id), createdAt: Timestamp(millisecondsSinceEpoch: row[12]),
                    publishedAt: (row[13] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
    }

    // MARK: - Writing

    package func insert(_ shop: Shop) throws {
        try write(shop, """
            INSERT INTO shop (tenant, shop_id, state, names, search_text, order_key, category_id, neighborhood_id, discount_basis_points,
            phone, address,
                latitude, longitude, opening_hours, special_days, created_at, published_at, cell, hours_known, week_hours, special_last)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
            """)
        try PlaceStore(database: database, tenant: tenant).move(nil, to: shop)
    }
    /// - Parameter old: the shop as it is in the rows.
    package func update(_ shop: Shop, from old: Shop) throws {
        try write(shop, """
            UPDATE shop SET state = ?3, names = ?4, search_text = ?5, order_key = ?6, category_id = ?7, neighborhood_id = ?8,
            discount_basis_points = ?9,
                phone = ?10, address = ?11, latitude = ?12, longitude = ?13, opening_hours = ?14, special_days = ?15, created_at = ?16,
            published_at = ?17,
                cell = ?18, hours_known = ?19, week_hours = ?20, special_last = ?21
            WHERE tenant = ?1 AND shop_id = ?2
            """)
        try PlaceStore(database: database, tenant: tenant).move(old, to: shop)
    }

    private func write(_ shop: Shop, _ sql: String) throws {
        let names = shop.names.sorted { $0.key < $1.key }.map(\.value)
        try database.cachedStatement(sql: sql).execute(arguments: [
            tenant.rawValue, shop.id, shop.state.rawValue, try StoredJSON.text(shop.names),
            names.map(SearchFolding.fold).joined(separator: "\n"),
            SearchFolding.orderKey(shop.orderName(firstLanguage)), shop.categoryID, shop.neighborhoodID, shop.discountBasisPoints,
            shop.phone, shop.address,
            shop.place.kept.latitude, shop.place.kept.longitude, try shop.hours.map { try StoredJSON.text($0.json) },
            try StoredJSON.text(OpeningHours.json(shop.specialDays)), shop.createdAt.millisecondsSinceEpoch,
            shop.publishedAt?.millisecondsSinceEpoch,
            GeoCell(GridPlace(shop.place.kept)).code, shop.hours != nil, shop.hours.flatMap(PackedWeek.text),
            shop.specialDays.map(\.date).max()?.description,
        ])
        try writeIntervals(shop)
        try database.cachedStatement(sql: "DELETE FROM shop_vendor WHERE tenant = ? AND shop_id = ?")
            .execute(arguments: [tenant.rawValue, shop.id])
        for user in shop.vendors {
            try database.cachedStatement(sql: "INSERT INTO shop_vendor (tenant, user_id, shop_id) VALUES (?, ?, ?)")
                .execute(arguments: [tenant.rawValue, user.rawValue, shop.id])
        }
    }

    private func writeIntervals(_ shop: Shop) throws {
        try database.cachedStatement(sql: "DELETE FROM shop_interval WHERE tenant = ? AND shop_id = ?")
            .execute(arguments: [tenant.rawValue, shop.id])
        let insert =
            try database.cachedStatement(sql: "INSERT INTO shop_interval (tenant, shop_id, day, opens, closes) VALUES (?, ?, ?, ?, ?)")
        func add(_ day: String, _ opens: Int, _ closes: Int) throws {
            try insert.execute(arguments: [tenant.rawValue, shop.id, day, opens, closes])
        }
        for (weekday, intervals) in shop.hours?.week ?? [:] {
            for interval in intervals { try add(String(weekday), interval.opens, interval.closes) }
        }
        for day in shop.specialDays {
            if day.intervals.isEmpty { try add(day.date.description, 0, 0) }
            for interval in day.intervals { try add(day.date.description, interval.opens, interval.closes) }
        }
    }

    // MARK: - Who works there

    package func vendors(of shop: Int) throws -> [User.ID] {
        try String.fetchAll(
            try database.cachedStatement(sql: "SELECT user_id FROM shop_vendor WHERE tenant = ? AND shop_id = ? ORDER BY user_id"),
            arguments: [tenant.rawValue, shop]).map { User.ID($0) }
    }
    package func shops(ofVendor user: User.ID, limit: Int, offset: Int) throws -> (ids: [Int], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM shop_vendor WHERE tenant = ? AND user_id = ?"),
                                     arguments: [tenant.rawValue, user.rawValue]) ?? 0
        let ids = try Int.fetchAll(try database.cachedStatement(sql: """
            SELECT shop_id FROM shop_vendor WHERE tenant = ? AND user_id = ? ORDER BY shop_id LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, user.rawValue, limit, offset])
        return (ids, total)
    }

    // MARK: - Numbers

    package enum Grouping: String, Sendable { case category = "category_id", neighborhood = "neighborhood_id" }
    /// Active shops per category or neighbourhood.
    package func counts(by grouping: Grouping) throws -> [Int: Int] {
        Dictionary(try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(grouping.rawValue), count(*) FROM shop WHERE tenant = ? AND state = 'active' GROUP BY \(grouping.rawValue)
            """), arguments: [tenant.rawValue]).map { ($0[0], $0[1]) }) { first, _ in first }
    }
    package func activeCount() throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM shop WHERE tenant = ? AND state = 'active'"),
                         arguments: [tenant.rawValue]) ?? 0
    }
}

/// Values that are kept as JSON in a column.
enum StoredJSON {
    static func text(_ value: some Encodable) throws -> String { String(decoding: try JSON.encode(value), as: UTF8.self) }
    static func read<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T { try JSON.decode(T.self, from: Array(text.utf8)) }
}
