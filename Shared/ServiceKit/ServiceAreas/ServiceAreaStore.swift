import Contracts
import Foundation
import GRDB
import Kernel

/// Tables of a service that looks up service areas; use them in a migration (`static let sql = ServiceAreaTables.sql`).
public enum ServiceAreaTables {
    public static let sql = """
        CREATE TABLE service_area (
            tenant TEXT NOT NULL, area_id TEXT NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL, price_zone_id TEXT NOT NULL,
            priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 100), is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
            kind TEXT NOT NULL CHECK (kind IN ('Polygon', 'MultiPolygon')),
            -- See AreaGeometry.packed.
            geometry BLOB NOT NULL,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, area_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX service_area_by_code ON service_area (tenant, code);
        CREATE INDEX service_area_by_age ON service_area (tenant, created_at, area_id);

        -- Cells that cover active areas. Whole: all of the cell is in the area.
        CREATE TABLE service_area_cell (
            tenant TEXT NOT NULL, level INTEGER NOT NULL, cell INTEGER NOT NULL, area_id TEXT NOT NULL,
            is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
            PRIMARY KEY (tenant, level, cell, area_id),
            FOREIGN KEY (tenant, area_id) REFERENCES service_area (tenant, area_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX service_area_cell_by_area ON service_area_cell (tenant, area_id);
        """
}

/// Service areas of one tenant, found by place through cells: as fast among ten thousand areas as among a hundred.
public struct ServiceAreaStore {
    private let database: Database
    private let tenant: TenantID
    public init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "area_id, code, name, price_zone_id, priority, is_active, kind, geometry, created_at, updated_at"

    public func find(_ id: ServiceAreaID) throws -> ServiceArea? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM service_area WHERE tenant = ? AND area_id = ?"),
                         arguments: [tenant.rawValue, id.rawValue]).map(Self.area)
    }
    public func find(code: String) throws -> ServiceArea? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM service_area WHERE tenant = ? AND code = ?"),
                         arguments: [tenant.rawValue, code]).map(Self.area)
    }
    /// Newest first.
    public func page(limit: Int, offset: Int) throws -> (areas: [ServiceArea], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM service_area WHERE tenant = ?"),
                                     arguments: [tenant.rawValue]) ?? 0
        let rows = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM service_area WHERE tenant = ? ORDER BY created_at DESC, area_id DESC LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, limit, offset])
        return (try rows.map(Self.area), total)
    }

    private static func area(_ row: Row) throws -> ServiceArea {
        ServiceArea(id: ServiceAreaID(row[0] as String), code: row[1], name: row[2], priceZoneId: PriceZoneID(row[3] as String),
                    geometry: try geometry(row[6], row[7]), priority: row[4], active: row[5],
                    createdAt: Timestamp(millisecondsSinceEpoch: row[8]), updatedAt: Timestamp(millisecondsSinceEpoch: row[9]))
    }
    private static func geometry(_ kind: String, _ packed: Data) throws -> AreaGeometry {
        guard let kind = AreaGeometry.Kind(rawValue: kind), let geometry = AreaGeometry(kind, packed: packed) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the geometry of a service area")
        }
        return geometry
    }

    // MARK: - By place

    private static let servingSQL = """
        SELECT a.area_id, a.code, a.price_zone_id, max(c.is_whole) FROM looked CROSS JOIN service_area_cell c
            ON c.tenant = ?1 AND c.level = looked.level AND c.cell = looked.cell
        JOIN service_area a ON a.tenant = c.tenant AND a.area_id = c.area_id
        GROUP BY a.area_id ORDER BY a.priority DESC, a.code, a.area_id
        """
    /// The area that serves a place. Nil: none does.
    public func serving(_ point: MicroPoint) throws -> ServiceArea.Match? {
        let cells = point.places.flatMap(GeoCell.covering)
        let looked = cells.indices.map { "(?\(2 * $0 + 2), ?\(2 * $0 + 3))" }.joined(separator: ", ")
        let rows = try Row.fetchAll(
            try database.cachedStatement(sql: "WITH looked (level, cell) AS (VALUES \(looked)) \(Self.servingSQL)"),
            arguments: [tenant.rawValue] + StatementArguments(cells.flatMap { [$0.level, $0.code] }))
        for row in rows {
            let id = ServiceAreaID(row[0] as String)
            // A cell that is whole decides; at the edges the area itself does.
            guard try row[3] as Bool || geometry(of: id)?.contains(point) == true else { continue }
            return ServiceArea.Match(id: id, code: row[1], priceZoneId: PriceZoneID(row[2] as String))
        }
        return nil
    }
    private func geometry(of id: ServiceAreaID) throws -> AreaGeometry? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT kind, geometry FROM service_area WHERE tenant = ? AND area_id = ?"),
                         arguments: [tenant.rawValue, id.rawValue]).map { try Self.geometry($0[0], $0[1]) }
    }

    /// The active area with the nearest edge, and how far that is.
    /// - Parameter within: metres.
    public func nearest(to point: MicroPoint, within limit: Double) throws -> (id: ServiceAreaID, meters: Double)? {
        var looked: Set<ServiceAreaID> = []
        var best: (id: ServiceAreaID, meters: Double)?
        // Where areas are dense the first circles find one.
        for reach in [limit / 64, limit / 16, limit / 4, limit] {
            for id in try ids(around: point, within: reach) where looked.insert(id).inserted {
                guard let geometry = try geometry(of: id) else { continue }
                var nearest = NearestEdge(to: point, within: best?.meters ?? limit)
                nearest.look(at: geometry)
                guard let meters = nearest.meters else { continue }
                if let known = best, known.meters < meters || (known.meters == meters && known.id < id) { continue }
                best = (id, meters)
            }
            if let best, best.meters <= reach { return best }
        }
        return best
    }

    /// Areas with a cell near a place, and some others.
    private func ids(around point: MicroPoint, within meters: Double) throws -> [ServiceAreaID] {
        let ranges = CellRanges.around(point, within: meters)
        let sql = "SELECT area_id FROM service_area_cell WHERE tenant = ? AND level = ? AND cell BETWEEN ? AND ?"
        var ids: Set<String> = []
        for range in ranges {
            let rows = try String.fetchCursor(try database.cachedStatement(sql: sql),
                                              arguments: [tenant.rawValue, range.level, range.codes.lowerBound, range.codes.upperBound])
            while let id = try rows.next() { ids.insert(id) }
        }
        return ids.sorted().map { ServiceAreaID($0) }
    }

    // MARK: - Writing

    /// Adds an area, or puts it in the place of the one with its id.
    public func save(_ area: ServiceArea) throws {
        try database.cachedStatement(sql: """
            INSERT INTO service_area (tenant, area_id, code, name, price_zone_id, priority, is_active, kind, geometry, created_at,
                updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            ON CONFLICT (tenant, area_id) DO UPDATE SET code = ?3, name = ?4, price_zone_id = ?5, priority = ?6, is_active = ?7, kind = ?8,
                geometry = ?9, updated_at = ?11
            """).execute(arguments: [
                tenant.rawValue, area.id.rawValue, area.code, area.name, area.priceZoneId.rawValue, area.priority, area.active,
                area.geometry.kind.rawValue, Data(area.geometry.packed), area.createdAt.millisecondsSinceEpoch,
                area.updatedAt.millisecondsSinceEpoch,
            ])
        try database.cachedStatement(sql: "DELETE FROM service_area_cell WHERE tenant = ? AND area_id = ?")
            .execute(arguments: [tenant.rawValue, area.id.rawValue])
        guard area.active else { return }
        let insert = try database.cachedStatement(
            sql: "INSERT INTO service_area_cell (tenant, level, cell, area_id, is_whole) VALUES (?, ?, ?, ?, ?)")
        for part in area.geometry.cover {
            try insert.execute(arguments: [tenant.rawValue, part.cell.level, part.cell.code, area.id.rawValue, part.isWhole])
        }
    }
}
