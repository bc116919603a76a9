import CatalogKit
import Contracts
import GRDB
import Kernel

/// Price zones of one tenant.
package struct PriceZoneStore {
    let database: Database
    let tenant: TenantID

    private static let columns = "zone_id, code, name, delivery_fee, asap_fee, sales_tax_bps, tiers, created_at, updated_at"

    package func find(_ id: PriceZoneID) throws -> PriceZone? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM price_zone WHERE tenant = ? AND zone_id = ?"),
                         arguments: [tenant.rawValue, id.rawValue]).map(Self.zone)
    }
    package func find(code: String) throws -> PriceZone? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM price_zone WHERE tenant = ? AND code = ?"),
                         arguments: [tenant.rawValue, code]).map(Self.zone)
    }
    /// Newest first.
    func page(limit: Int, offset: Int) throws -> (zones: [PriceZone], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM price_zone WHERE tenant = ?"),
                                     arguments: [tenant.rawValue]) ?? 0
        let rows = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM price_zone WHERE tenant = ? ORDER BY created_at DESC, zone_id DESC LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, limit, offset])
        return (try rows.map(Self.zone), total)
    }

    private static func zone(_ row: Row) throws -> PriceZone {
        PriceZone(id: PriceZoneID(row[0] as String), code: row[1], name: row[2], deliveryFee: row[3], asapFee: row[4], salesTaxBps: row[5],
                  tiers: try JSONColumn.read(row[6]), createdAt: Timestamp(millisecondsSinceEpoch: row[7]),
                  updatedAt: Timestamp(millisecondsSinceEpoch: row[8]))
    }

    /// Adds a zone, or puts it in the place of the one with its id.
    func save(_ zone: PriceZone) throws {
        try database.cachedStatement(sql: """
            INSERT INTO price_zone (tenant, zone_id, code, name, delivery_fee, asap_fee, sales_tax_bps, tiers, created_at, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT (tenant, zone_id) DO UPDATE SET code = ?3, name = ?4, delivery_fee = ?5, asap_fee = ?6, sales_tax_bps = ?7,
                tiers = ?8, updated_at = ?10
            """).execute(arguments: [
                tenant.rawValue, zone.id.rawValue, zone.code, zone.name, zone.deliveryFee, zone.asapFee, zone.salesTaxBps,
                try JSONColumn.text(zone.tiers), zone.createdAt.millisecondsSinceEpoch, zone.updatedAt.millisecondsSinceEpoch,
            ])
    }
}
