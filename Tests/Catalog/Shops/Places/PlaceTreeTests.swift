import CatalogKit
import CatalogService
import CatalogShops
import Foundation
import GRDB
import Kernel
import Storage
import TestKit
import Testing

/// The tree of cells that nearby search reads.
struct PlaceTreeTests {
    private static func rows(_ db: Database) throws -> [String] {
        try Row.fetchAll(db, sql: """
            SELECT category_id, level, cell, hex(places), hex(shop_ids) FROM shop_cell
            JOIN shop_cell_member USING (tenant, category_id, level, cell) ORDER BY 1, 2, 3
            """).map { row in "\(row[0] as Int) \(row[1] as Int) \(row[2] as Int) \(row[3] as String) \(row[4] as String)" }
            + Row.fetchAll(db, sql: "SELECT tenant, shop_id, cell, hours_known, week_hours, special_last FROM shop ORDER BY 1, 2").map {
                "\($0)"
            }
    }

    private static func file(_ folder: String, _ migrations: [any Migration.Type]) throws -> ShardFile {
        try ShardFile(path: folder + "/p0.sqlite", migrations: migrations)
    }
    private static func folder() -> String { NSTemporaryDirectory() + "souk-places-\(UUID().uuidString)" }

    @Test("Shops that were there before the tree, or before it was packed, are in it as if they had been opened with it",
          arguments: ["0008_GatherPlaces", "0011_PackPlaces"])
    func migration(_ first: String) throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = Catalog.contents.migrations
        let old = try Self.file(folder, Array(migrations.prefix { $0.name != first }))
        // The rows as they were; today's store writes the tree's, so these come from another file.
        let scratch = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let fresh = try Self.file(scratch, migrations)
        try fresh.pool.write { db in
            _ = try ManyShops.fill(db, tenant: "town", count: 1500, spreadDegrees: 0.1)
            // The corners of the grid, and many on one spot.
            let corners = [(90.0, 180.0), (-90, -180), (90, -180), (-90, 180), (0, 0), (45, 90)]
                + Array(repeating: (12.3456789, 179.9999999), count: 150)
            try ManyShops.add(db, tenant: "village", corners.map { Coordinates(latitude: $0.0, longitude: $0.1) }, hours: OpeningHours())
            try Self.addWithHours(db)
        }
        let columns = try old.pool.read { try $0.columns(in: "shop").map(\.name) }.joined(separator: ", ")
        try old.pool.write { db in
            for (table, columns) in [("shop", columns), ("shop_interval", "tenant, shop_id, day, opens, closes")] {
                for row in try fresh.pool.read({ try Row.fetchAll($0, sql: "SELECT \(columns) FROM \(table)") }) {
                    let marks = Array(repeating: "?", count: row.count).joined(separator: ", ")
                    try db.execute(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(marks))",
                                   arguments: StatementArguments(row.databaseValues))
                }
            }
        }
        old.close()
        let new = try Self.file(folder, migrations)
        defer {
            new.close()
            fresh.close()
        }
        #expect(try new.pool.read(Self.rows) == fresh.pool.read(Self.rows))
    }

    /// Weeks that can be packed and weeks that cannot, and dates that are different.
    private static func addWithHours(_ db: Database) throws {
        var check = Validation()
        let weeks: [JSONValue] = [
            ["mon": [["08:00", "12:00"], ["14:00", "20:00"]], "sun": [["22:00", "02:00"]]], [:], ["tue": [["00:00", "00:00"]]],
            ["wed": [["08:00", "09:00"], ["10:00", "11:00"], ["12:00", "13:00"]]],
        ]
        let special = OpeningHours.readSpecialDays(
            [["date": "2026-12-24", "hours": [["08:00", "12:00"]]], ["date": "2026-12-25", "hours": []]], "special", &check) ?? []
        let store = ShopStore(database: db, tenant: "hours", firstLanguage: "fr")
        for (index, week) in weeks.enumerated() {
            var shop = ManyShops.shop(index + 1, at: Coordinates(latitude: 1, longitude: 1),
                                      hours: OpeningHours.read(week, "hours", &check))
            if index % 2 == 0 { shop.specialDays = special }
            try store.insert(shop)
        }
        try check.check()
    }

    @Test("The tree depends on the shops that are there, not on those that were")
    func withoutHistory() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try Self.file(folder, Catalog.contents.migrations)
        defer { file.close() }
        try file.pool.write { db in
            _ = try ManyShops.fill(db, tenant: "town", count: 400, spreadDegrees: 0.02)
            let before = try Self.rows(db)
            let store = ShopStore(database: db, tenant: "town", firstLanguage: "fr")
            let places = PlaceStore(database: db, tenant: "town")
            // Most of them go, cells are joined; they come back in another order, cells are divided again.
            let moved = try (1...380).map { try store.require($0) }
            for shop in moved {
                var closed = shop
                try closed.take(.suspend, at: .distantPast)
                try places.move(shop, to: closed)
            }
            // Rows of shops stay as they are; those of the tree get fewer.
            #expect(try Self.rows(db).count < before.count)
            for shop in moved.reversed() { try places.move(nil, to: shop) }
            #expect(try Self.rows(db) == before)
        }
    }
}
