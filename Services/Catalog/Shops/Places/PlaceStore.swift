import CatalogKit
import Foundation
import GRDB
import Kernel

/// Where active shops are, as a tree of cells: keeps it, and finds and counts what is near.
package struct PlaceStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Stands for every category.
    package static let anyCategory = 0

    // MARK: - Keeping it

    /// A shop was there (nil: was not there yet) and is here now.
    package func move(_ old: Shop?, to new: Shop) throws {
        let before = old.flatMap { $0.state == .active ? $0 : nil }
        let after = new.state == .active ? new : nil
        if let before, let after, before.place.kept == after.place.kept, before.categoryID == after.categoryID { return }
        for category in Set([Self.anyCategory, before?.categoryID, after?.categoryID].compactMap { $0 }).sorted() {
            if let before, category == Self.anyCategory || category == before.categoryID { try remove(before, from: category) }
            if let after, category == Self.anyCategory || category == after.categoryID { try add(after, to: category) }
        }
    }

    private func add(_ shop: Shop, to category: Int) throws {
        let entry = PlaceEntry(shop: shop.id, place: GridPlace(shop.place.kept))
        let finest = GeoCell(entry.place)
        for level in GeoCell.levels {
            let part = finest.ancestor(at: level + GeoCell.levelStep)
            var row = try read(category, finest.ancestor(at: level))
            switch row.contents[part.number] {
            case .divided(let count):
                row.contents[part.number] = .divided(count + 1)
                try write(category, row)
            case .listed, nil:
                var entries: [PlaceEntry] = []
                if case .listed(let listed) = row.contents[part.number] { entries = listed }
                entries.insert(entry, at: entries.firstIndex { $0.shop > entry.shop } ?? entries.count)
                if row.lists(entries.count) {
                    row.contents[part.number] = .listed(entries)
                } else {
                    row.contents[part.number] = .divided(entries.count)
                    for finer in PlaceCell.tree(part, entries) { try write(category, finer) }
                }
                return try write(category, row)
            }
        }
    }

    private func remove(_ shop: Shop, from category: Int) throws {
        let finest = GeoCell(GridPlace(shop.place.kept))
        for level in GeoCell.levels {
            let part = finest.ancestor(at: level + GeoCell.levelStep)
            var row = try read(category, finest.ancestor(at: level))
            switch row.contents[part.number] {
            case nil: return  // It is not there: nothing to take away.
            case .divided(let count) where !row.lists(count - 1):
                row.contents[part.number] = .divided(count - 1)
                try write(category, row)
            case .divided:
                // Few enough to be listed here again.
                let left = try gather(category, part).filter { $0.shop != shop.id }
                row.contents[part.number] = .listed(left.sorted { $0.shop < $1.shop })
                return try write(category, row)
            case .listed(let entries):
                let left = entries.filter { $0.shop != shop.id }
                row.contents[part.number] = left.isEmpty ? nil : .listed(left)
                return try write(category, row)
            }
        }
    }

    /// All shops of a cell; its rows are gone afterwards.
    private func gather(_ category: Int, _ cell: GeoCell) throws -> [PlaceEntry] {
        let row = try read(category, cell)
        try delete(category, cell)
        return try row.contents.enumerated().flatMap { number, content -> [PlaceEntry] in
            switch content {
            case nil: []
            case .listed(let entries): entries
            case .divided: try gather(category, cell.part(number))
            }
        }
    }

    private func read(_ category: Int, _ cell: GeoCell) throws -> PlaceCell {
        let row = try Row.fetchOne(try database.cachedStatement(sql: """
            SELECT c.places, m.shop_ids FROM shop_cell c
            JOIN shop_cell_member m ON (m.tenant, m.category_id, m.level, m.cell) = (c.tenant, c.category_id, c.level, c.cell)
            WHERE c.tenant = ? AND c.category_id = ? AND c.level = ? AND c.cell = ?
            """), arguments: [tenant.rawValue, category, cell.level, cell.code])
        return row.map { PlaceCell(cell, places: [UInt8]($0[0] as Data), shops: [UInt8]($0[1] as Data)) } ?? PlaceCell(empty: cell)
    }
    private func write(_ category: Int, _ row: PlaceCell) throws {
        guard !row.isEmpty else { return try delete(category, row.cell) }
        let bytes = row.bytes
        for (table, column, value) in [("shop_cell", "places", bytes.places), ("shop_cell_member", "shop_ids", bytes.shops)] {
            try database.cachedStatement(sql: """
                INSERT INTO \(table) (tenant, category_id, level, cell, \(column)) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (tenant, category_id, level, cell) DO UPDATE SET \(column) = excluded.\(column)
                """).execute(arguments: [tenant.rawValue, category, row.cell.level, row.cell.code, Data(value)])
        }
    }
    private func delete(_ category: Int, _ cell: GeoCell) throws {
        for table in ["shop_cell_member", "shop_cell"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE tenant = ? AND category_id = ? AND level = ? AND cell = ?")
                .execute(arguments: [tenant.rawValue, category, cell.level, cell.code])
        }
    }

    // MARK: - Asking it

    package struct Found: Sendable, Equatable {
        package let shop: Int
        package let km: Double
        /// The finest cell it lies in.
        package let cell: Int
    }

    /// Shops of a category (nil: all) by distance, ties by id: the asked part of them, and the number of all within the
    /// radius (nil: of all).
    package func nearest(_ place: Coordinates, category: Int?, radiusKm: Double?, limit: Int, offset: Int) throws -> (found: [Found],
        total: Int) {
        let circle = PlaceCircle(place, km: radiusKm ?? .infinity)
        let rows = PlaceRows(database, tenant: tenant, category: category ?? Self.anyCategory)
        let total = try PlaceCount(rows, in: circle).count()
        guard total > offset else { return ([], total) }
        return (try PlaceSearch(rows, in: circle).nearest(limit: limit, offset: offset), total)
    }

    /// How SQLite finds cells, for the test that it uses their keys.
    package func plans() throws -> [String] {
        try [PlaceRows.allSQL, PlaceRows.oneSQL, PlaceRows.listSQL, PlaceRows.memberSQL].flatMap { sql in
            let arguments = StatementArguments(Array(repeating: "0", count: sql.filter { $0 == "?" }.count))
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map { $0["detail"] as String }
        }
    }
}
