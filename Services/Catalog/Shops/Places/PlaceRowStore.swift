import CatalogKit
import Foundation
import GRDB
import Kernel

/// Rows of the tree, as questions read them.
struct PlaceRows {
    static let allSQL = "SELECT cell, places FROM shop_cell WHERE tenant = ? AND category_id = ? AND level = ?"
    static let oneSQL = "SELECT cell, places FROM shop_cell WHERE tenant = ? AND category_id = ? AND level = ? AND cell = ?"
    /// Many cells of one level at once.
    static let listSQL = """
        SELECT c.cell, c.places FROM json_each(?) l CROSS JOIN shop_cell c ON c.tenant = ? AND c.category_id = ? AND c.level = ?
        AND c.cell = l.value
        """
    static let memberSQL = "SELECT shop_ids FROM shop_cell_member WHERE tenant = ? AND category_id = ? AND level = ? AND cell = ?"
    private let database: Database
    private let tenant: String
    private let category: Int
    init(_ database: Database, tenant: TenantID, category: Int) {
        (self.database, self.tenant, self.category) = (database, tenant.rawValue, category)
    }

    /// The coarsest cells in which places of a circle can lie.
    func coarsest(_ circle: PlaceCircle, _ visit: (PlaceRow) -> Void) throws {
        guard let cells = circle.cells(at: GeoCell.coarsest) else {
            return try rows(Self.allSQL, [tenant, category, GeoCell.coarsest], at: GeoCell.coarsest, visit)
        }
        try read(at: GeoCell.coarsest, cells.map(\.code), visit)
    }
    /// - Parameter visit: gets each row that is there; its bytes are gone afterwards.
    func read(at level: Int, _ codes: [Int], _ visit: (PlaceRow) -> Void) throws {
        guard let only = codes.first else { return }
        if codes.count == 1 { return try rows(Self.oneSQL, [tenant, category, level, only], at: level, visit) }
        // Side by side in the index, one after the other.
        var list = "["
        for code in codes.sorted() { list += list.utf8.count == 1 ? "\(code)" : ",\(code)" }
        try rows(Self.listSQL, [list + "]", tenant, category, level], at: level, visit)
    }
    /// The ids of the shops of a row.
    func shops(of cell: GeoCell) throws -> [UInt8] {
        let bytes = try Data.fetchOne(try database.cachedStatement(sql: Self.memberSQL),
                                      arguments: [tenant, category, cell.level, cell.code])
        return bytes.map { [UInt8]($0) } ?? []
    }
    private func rows(_ sql: String, _ arguments: StatementArguments, at level: Int, _ visit: (PlaceRow) -> Void) throws {
        let cursor = try GRDB.Row.fetchCursor(try database.cachedStatement(sql: sql), arguments: arguments)
        while let row = try cursor.next() {
            let cell = GeoCell(level: level, code: row[0])
            _ = try row.withUnsafeData(atIndex: 1) { data in data?.withUnsafeBytes { visit(PlaceRow(cell: cell, bytes: $0)) } }
        }
    }
}
