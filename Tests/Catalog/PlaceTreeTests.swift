import CatalogService
import Foundation
import GRDB
import Kernel
import Storage
import TestKit
import Testing

/// The tree of cells that nearby search reads.
struct PlaceTreeTests {
    private static func rows(_ db: Database) throws -> [String] {
        try Row.fetchAll(db, sql: "SELECT category_id, level, cell, parts FROM shop_cell ORDER BY 1, 2, 3").map { row in
            "\(row[0] as Int) \(row[1] as Int) \(row[2] as Int) \(String(decoding: row[3] as Data, as: UTF8.self))"
        }
    }

    private static func file(_ folder: String, _ migrations: [any Migration.Type]) throws -> ShardFile { try ShardFile(path: folder + "/p0.sqlite", migrations: migrations) }
    private static func folder() -> String { NSTemporaryDirectory() + "souk-places-\(UUID().uuidString)" }

    @Test("Shops that were there before the tree are in it as if they had been opened with it")
    func migration() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = Catalog.contents.migrations
        let old = try Self.file(folder, Array(migrations.prefix { $0.name != "0008_GatherPlaces" }))
        // The rows as they were; today's store writes the tree's, so these come from another file.
        let scratch = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let fresh = try Self.file(scratch, migrations)
        try fresh.pool.write { db in _ = try ManyShops.fill(db, tenant: "town", count: 1500, spreadDegrees: 0.1) }
        let shops = try fresh.pool.read { try Row.fetchAll($0, sql: "SELECT * FROM shop") }
        try old.pool.write { db in
            for shop in shops {
                let marks = Array(repeating: "?", count: shop.count).joined(separator: ", ")
                try db.execute(sql: "INSERT INTO shop (\(shop.columnNames.joined(separator: ", "))) VALUES (\(marks))", arguments: StatementArguments(shop.databaseValues))
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
            #expect(try Self.rows(db).count < before.count)
            for shop in moved.reversed() { try places.move(nil, to: shop) }
            #expect(try Self.rows(db) == before)
        }
    }
}
