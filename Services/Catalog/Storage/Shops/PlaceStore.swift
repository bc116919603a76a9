import GRDB
import Kernel

/// Where active shops are, as a tree of counted cells: keeps it, and finds and counts what is near.
package struct PlaceStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Stands for every category.
    package static let anyCategory = 0
    /// A cell with no more shops than this is read rather than divided further.
    private static let shopsReadMax = 40

    // MARK: - Keeping it

    /// A shop was there (nil: was not there yet) and is here now.
    package func move(_ old: Shop?, to new: Shop) throws {
        let before = old.flatMap { $0.state == .active ? $0 : nil }
        let after = new.state == .active ? new : nil
        if let before, let after, before.place == after.place, before.categoryID == after.categoryID { return }
        if let before { try change(before, by: -1) }
        if let after { try change(after, by: 1) }
    }

    private func change(_ shop: Shop, by step: Int) throws {
        let cell = GeoCell(shop.place)
        for category in [Self.anyCategory, shop.categoryID] {
            for level in GeoCell.levels { try count(category, cell.ancestor(at: level), step) }
            if step > 0 {
                try database.cachedStatement(sql: """
                    INSERT INTO shop_place (tenant, category_id, cell, shop_id, latitude, longitude) VALUES (?, ?, ?, ?, ?, ?)
                    """).execute(arguments: [tenant.rawValue, category, cell.code, shop.id, shop.place.latitude, shop.place.longitude])
            } else {
                try database.cachedStatement(sql: "DELETE FROM shop_place WHERE tenant = ? AND category_id = ? AND cell = ? AND shop_id = ?")
                    .execute(arguments: [tenant.rawValue, category, cell.code, shop.id])
            }
        }
    }
    private func count(_ category: Int, _ cell: GeoCell, _ step: Int) throws {
        let key: StatementArguments = [tenant.rawValue, category, cell.level, cell.code]
        if step > 0 {
            try database.cachedStatement(sql: """
                INSERT INTO shop_area (tenant, category_id, level, cell, shop_count) VALUES (?, ?, ?, ?, 1)
                ON CONFLICT (tenant, category_id, level, cell) DO UPDATE SET shop_count = shop_count + 1
                """).execute(arguments: key)
        } else {
            try database.cachedStatement(sql: """
                UPDATE shop_area SET shop_count = shop_count - 1 WHERE tenant = ? AND category_id = ? AND level = ? AND cell = ?
                """).execute(arguments: key)
            try database.cachedStatement(sql: """
                DELETE FROM shop_area WHERE tenant = ? AND category_id = ? AND level = ? AND cell = ? AND shop_count = 0
                """).execute(arguments: key)
        }
    }

    // MARK: - Asking it

    package struct Found: Sendable, Equatable {
        package let shop: Int
        package let km: Double
    }

    /// Shops of a category (nil: all) by distance, ties by id: the asked part of them, and the number of all within the radius (nil: of all).
    package func nearest(_ place: Coordinates, category: Int?, radiusKm: Double?, limit: Int, offset: Int) throws -> (found: [Found], total: Int) {
        var walk = Walk(tenant: tenant, place: place, category: category ?? Self.anyCategory, areas: try database.cachedStatement(sql: Self.areasSQL),
                        shops: try database.cachedStatement(sql: Self.shopsSQL))
        let roots = try walk.areas(at: GeoCell.coarsest, 0...Int.max)
        let total = try roots.reduce(0) { try $0 + walk.count($1, within: radiusKm ?? .infinity) }
        guard total > offset else { return ([], total) }
        return (try walk.nearest(from: roots, within: radiusKm ?? .infinity, limit: limit, offset: offset), total)
    }

    struct Area { let cell: GeoCell; let count: Int }

    private static let areasSQL = "SELECT cell, shop_count FROM shop_area WHERE tenant = ? AND category_id = ? AND level = ? AND cell BETWEEN ? AND ?"
    private static let shopsSQL = "SELECT shop_id, latitude, longitude FROM shop_place WHERE tenant = ? AND category_id = ? AND cell BETWEEN ? AND ?"

    /// How SQLite finds cells and shops, for the test that it uses their keys.
    package func plans() throws -> [String] {
        try [Self.areasSQL, Self.shopsSQL].flatMap { sql in
            let zeros = StatementArguments(Array(repeating: 0, count: sql.filter { $0 == "?" }.count))
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: zeros).map { $0["detail"] as String }
        }
    }

    /// One question, and what it has read so far: counting and finding look at the same cells near the middle.
    private struct Walk {
        private let tenant: String
        private let place: Coordinates
        private let category: Int
        private let areaStatement: Statement
        private let shopStatement: Statement
        private var parts: [GeoCell: [Area]] = [:]
        private var read: [GeoCell: [Found]] = [:]
        /// Bounds of cells are rounded; a millimetre decides nothing but which way to look.
        private static let slackKm = 1e-6

        init(tenant: TenantID, place: Coordinates, category: Int, areas: Statement, shops: Statement) {
            (self.tenant, self.place, self.category, areaStatement, shopStatement) = (tenant.rawValue, place, category, areas, shops)
        }

        func areas(at level: Int, _ codes: ClosedRange<Int>) throws -> [Area] {
            let cursor = try Row.fetchCursor(areaStatement, arguments: [tenant, category, level, codes.lowerBound, codes.upperBound])
            var found: [Area] = []
            while let row = try cursor.next() { found.append(Area(cell: GeoCell(level: level, code: row[0]), count: row[1])) }
            return found
        }
        private func shops(in cell: GeoCell) throws -> [Found] {
            let codes = cell.codes(at: GeoCell.finest)
            let cursor = try Row.fetchCursor(shopStatement, arguments: [tenant, category, codes.lowerBound, codes.upperBound])
            var found: [Found] = []
            while let row = try cursor.next() {
                found.append(Found(shop: row[0], km: ShopDistance.km(place, Coordinates(latitude: row[1], longitude: row[2]))))
            }
            return found
        }

        private static func isLeaf(_ area: Area) -> Bool { area.count <= PlaceStore.shopsReadMax || area.cell.level >= GeoCell.finest }
        private mutating func parts(of area: Area) throws -> [Area] {
            if let known = parts[area.cell] { return known }
            let level = area.cell.level + GeoCell.levelStep
            let fresh = try areas(at: level, area.cell.codes(at: level))
            parts[area.cell] = fresh
            return fresh
        }
        private mutating func shops(of area: Area) throws -> [Found] {
            if let known = read[area.cell] { return known }
            let fresh = try shops(in: area.cell)
            read[area.cell] = fresh
            return fresh
        }

        /// Cells that lie in the circle are counted as they are; only those on its edge are looked into.
        mutating func count(_ area: Area, within km: Double) throws -> Int {
            if km == .infinity { return area.count }
            let range = area.cell.distanceRangeKm(from: place)
            if range.nearest - Self.slackKm > km { return 0 }
            if range.farthest + Self.slackKm <= km { return area.count }
            if Self.isLeaf(area) { return try shops(of: area).count { $0.km <= km } }
            return try parts(of: area).reduce(0) { try $0 + count($1, within: km) }
        }

        /// Best first: the nearest cell is divided until the shops found are nearer than every cell that is left (Hjaltason and Samet 1999).
        mutating func nearest(from roots: [Area], within km: Double, limit: Int, offset: Int) throws -> [Found] {
            let wanted = offset + limit
            var cells = CellQueue()
            for root in roots { cells.push(root, root.cell.distanceRangeKm(from: place).nearest - Self.slackKm) }
            var found: [Found] = []
            var limitKm = km
            while let next = cells.pop(), next.km <= limitKm {
                if Self.isLeaf(next.area) {
                    found += try shops(of: next.area).filter { $0.km <= limitKm }
                    if found.count >= wanted {
                        found.sort(by: Self.isBefore)
                        limitKm = min(limitKm, found[wanted - 1].km)
                        found.removeAll { $0.km > limitKm }
                    }
                } else {
                    for part in try parts(of: next.area) {
                        let km = part.cell.distanceRangeKm(from: place).nearest - Self.slackKm
                        if km <= limitKm { cells.push(part, km) }
                    }
                }
            }
            found.sort(by: Self.isBefore)
            return Array(found.dropFirst(offset).prefix(limit))
        }
        private static func isBefore(_ a: Found, _ b: Found) -> Bool { (a.km, a.shop) < (b.km, b.shop) }
    }

    /// Cells by how near they can be: a binary heap.
    private struct CellQueue {
        private var heap: [(area: Area, km: Double)] = []

        mutating func push(_ area: Area, _ km: Double) {
            heap.append((area, km))
            var at = heap.count - 1
            while at > 0, heap[at].km < heap[(at - 1) / 2].km {
                heap.swapAt(at, (at - 1) / 2)
                at = (at - 1) / 2
            }
        }
        mutating func pop() -> (area: Area, km: Double)? {
            guard let first = heap.first, let last = heap.popLast() else { return nil }
            guard !heap.isEmpty else { return first }
            heap[0] = last
            var at = 0
            while true {
                let (left, right) = (2 * at + 1, 2 * at + 2)
                var least = at
                if left < heap.count, heap[left].km < heap[least].km { least = left }
                if right < heap.count, heap[right].km < heap[least].km { least = right }
                guard least != at else { return first }
                heap.swapAt(at, least)
                at = least
            }
        }
    }
}
