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
        let entry = PlaceEntry(shop: shop.id, shop.place.kept)
        let finest = GeoCell(shop.place.kept)
        for level in GeoCell.levels {
            let part = finest.ancestor(at: level + GeoCell.levelStep)
            var row = try read(category, finest.ancestor(at: level))
            switch row.contents[part.number] {
            case .divided(let count):
                row.contents[part.number] = .divided(count + 1)
                try write(category, row)
            case .listed, nil:
                var entries: [PlaceEntry] = []
                if case .listed(let bytes) = row.contents[part.number] { entries = PlaceCell.entries(bytes) }
                entries.append(entry)
                if row.lists(entries.count) {
                    row.contents[part.number] = .listed(PlaceCell.bytes(of: entries))
                } else {
                    row.contents[part.number] = .divided(entries.count)
                    for finer in PlaceCell.tree(part, entries) { try write(category, finer) }
                }
                return try write(category, row)
            }
        }
    }

    private func remove(_ shop: Shop, from category: Int) throws {
        let finest = GeoCell(shop.place.kept)
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
                row.contents[part.number] = .listed(PlaceCell.bytes(of: try gather(category, part).filter { $0.shop != shop.id }))
                return try write(category, row)
            case .listed(let bytes):
                let left = PlaceCell.entries(bytes).filter { $0.shop != shop.id }
                row.contents[part.number] = left.isEmpty ? nil : .listed(PlaceCell.bytes(of: left))
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
            case .listed(let bytes): PlaceCell.entries(bytes)
            case .divided: try gather(category, cell.part(number))
            }
        }
    }

    private func read(_ category: Int, _ cell: GeoCell) throws -> PlaceCell {
        let bytes = try Data.fetchOne(try database.cachedStatement(sql: "SELECT parts FROM shop_cell WHERE tenant = ? AND category_id = ? AND level = ? AND cell = ?"),
                                      arguments: [tenant.rawValue, category, cell.level, cell.code])
        return bytes.map { PlaceCell(cell, [UInt8]($0)) } ?? PlaceCell(empty: cell)
    }
    private func write(_ category: Int, _ row: PlaceCell) throws {
        guard !row.isEmpty else { return try delete(category, row.cell) }
        try database.cachedStatement(sql: """
            INSERT INTO shop_cell (tenant, category_id, level, cell, parts) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, category_id, level, cell) DO UPDATE SET parts = excluded.parts
            """).execute(arguments: [tenant.rawValue, category, row.cell.level, row.cell.code, Data(row.bytes)])
    }
    private func delete(_ category: Int, _ cell: GeoCell) throws {
        try database.cachedStatement(sql: "DELETE FROM shop_cell WHERE tenant = ? AND category_id = ? AND level = ? AND cell = ?")
            .execute(arguments: [tenant.rawValue, category, cell.level, cell.code])
    }

    // MARK: - Asking it

    package struct Found: Sendable, Equatable {
        package let shop: Int
        package let km: Double
    }

    /// Shops of a category (nil: all) by distance, ties by id: the asked part of them, and the number of all within the radius (nil: of all).
    package func nearest(_ place: Coordinates, category: Int?, radiusKm: Double?, limit: Int, offset: Int) throws -> (found: [Found], total: Int) {
        let radiusKm = radiusKm ?? .infinity
        let cells = PlaceCells(database, tenant: tenant, category: category ?? Self.anyCategory)
        let roots = try cells.coarsest()
        let total = try PlaceCount(cells, from: place, within: radiusKm).count(roots)
        guard total > offset else { return ([], total) }
        return (try PlaceSearch(cells, from: place, within: radiusKm).nearest(roots, limit: limit, offset: offset), total)
    }

    /// How SQLite finds cells, for the test that it uses their keys.
    package func plans() throws -> [String] {
        try [PlaceCells.rangeSQL, PlaceCells.listSQL].flatMap { sql in
            let arguments = StatementArguments(Array(repeating: "0", count: sql.filter { $0 == "?" }.count))
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map { $0["detail"] as String }
        }
    }
}

/// Rows of the tree, as questions read them.
struct PlaceCells {
    static let rangeSQL = "SELECT cell, parts FROM shop_cell WHERE tenant = ? AND category_id = ? AND level = ? AND cell BETWEEN ? AND ?"
    /// Many cells of one level at once.
    static let listSQL = """
        SELECT c.cell, c.parts FROM json_each(?) l CROSS JOIN shop_cell c ON c.tenant = ? AND c.category_id = ? AND c.level = ? AND c.cell = l.value
        """
    private let database: Database
    private let tenant: String
    private let category: Int
    init(_ database: Database, tenant: TenantID, category: Int) { (self.database, self.tenant, self.category) = (database, tenant.rawValue, category) }

    struct Row {
        let cell: GeoCell
        let bytes: [UInt8]
    }

    func coarsest() throws -> [Row] {
        try rows(Self.rangeSQL, [tenant, category, GeoCell.coarsest, 0, Int.max], at: GeoCell.coarsest)
    }
    func rows(at level: Int, _ codes: [Int]) throws -> [Row] {
        guard let only = codes.first else { return [] }
        guard codes.count > 1 else { return try rows(Self.rangeSQL, [tenant, category, level, only, only], at: level) }
        return try rows(Self.listSQL, ["[\(codes.map(String.init).joined(separator: ","))]", tenant, category, level], at: level)
    }
    private func rows(_ sql: String, _ arguments: StatementArguments, at level: Int) throws -> [Row] {
        let cursor = try GRDB.Row.fetchCursor(try database.cachedStatement(sql: sql), arguments: arguments)
        var rows: [Row] = []
        while let row = try cursor.next() {
            let bytes = try row.withUnsafeData(atIndex: 1) { [UInt8]($0 ?? Data()) }
            rows.append(Row(cell: GeoCell(level: level, code: row[0]), bytes: bytes))
        }
        return rows
    }
}
