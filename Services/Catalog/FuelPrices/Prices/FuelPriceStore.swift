import CatalogKit
import Contracts
import GRDB
import Kernel

/// Prices of fuels, past, present and to come.
package struct FuelPriceStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "price_id, zone_id, fuel_type, mills, valid_from, valid_until, created_at"
    private static func price(_ row: Row) -> FuelPrice {
        FuelPrice(id: FuelPriceID(row[0] as String), zoneId: PriceZoneID(row[1] as String), fuelType: row[2], mills: row[3],
                  validFrom: Timestamp(millisecondsSinceEpoch: row[4]),
                  validUntil: (row[5] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                  createdAt: Timestamp(millisecondsSinceEpoch: row[6]))
    }

    // MARK: - Single prices

    func find(_ id: FuelPriceID) throws -> FuelPrice? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM fuel_price WHERE tenant = ? AND price_id = ?"),
                         arguments: [tenant.rawValue, id.rawValue]).map(Self.price)
    }
    /// Throws 404.
    func require(_ id: FuelPriceID) throws -> FuelPrice {
        guard let price = try find(id) else { throw Rejection.notFound }
        return price
    }
    func begins(at time: Timestamp, within length: Duration = .milliseconds(1), _ zone: PriceZoneID, _ fuel: String) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: """
            SELECT EXISTS (
                SELECT 1 FROM fuel_price WHERE tenant = ? AND zone_id = ? AND fuel_type = ? AND valid_from >= ? AND valid_from < ?)
            """), arguments: [
                tenant.rawValue, zone.rawValue, fuel, time.millisecondsSinceEpoch, (time + length).millisecondsSinceEpoch,
            ]) ?? false
    }
    func insert(_ price: FuelPrice) throws {
        try database.cachedStatement(sql: """
            INSERT INTO fuel_price (tenant, price_id, zone_id, fuel_type, mills, valid_from, valid_until, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, price.id.rawValue, price.zoneId.rawValue, price.fuelType, price.mills,
                price.validFrom.millisecondsSinceEpoch, price.validUntil?.millisecondsSinceEpoch, price.createdAt.millisecondsSinceEpoch,
            ])
    }
    func delete(_ id: FuelPriceID) throws {
        try database.cachedStatement(sql: "DELETE FROM fuel_price WHERE tenant = ? AND price_id = ?")
            .execute(arguments: [tenant.rawValue, id.rawValue])
    }

    // MARK: - In force

    package func inForce(_ zone: PriceZoneID, _ fuel: String, at time: Timestamp) throws -> FuelPrice? {
        try Row.fetchOne(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM fuel_price WHERE tenant = ?1 AND zone_id = ?2 AND fuel_type = ?3 AND valid_from <= ?4
            AND (valid_until IS NULL OR valid_until > ?4) ORDER BY valid_from DESC LIMIT 1
            """), arguments: [tenant.rawValue, zone.rawValue, fuel, time.millisecondsSinceEpoch]).map(Self.price)
    }
    /// When a price begins or ends next.
    func nextChange(_ zone: PriceZoneID, _ fuel: String, after time: Timestamp) throws -> Timestamp? {
        let key: StatementArguments = [tenant.rawValue, zone.rawValue, fuel, time.millisecondsSinceEpoch]
        let begins = try Int64.fetchOne(try database.cachedStatement(sql: """
            SELECT min(valid_from) FROM fuel_price WHERE tenant = ? AND zone_id = ? AND fuel_type = ? AND valid_from > ?
            """), arguments: key)
        let ends = try Int64.fetchOne(try database.cachedStatement(sql: """
            SELECT min(valid_until) FROM fuel_price WHERE tenant = ? AND zone_id = ? AND fuel_type = ? AND valid_until > ?
            """), arguments: key)
        return [begins, ends].compactMap { $0 }.min().map { Timestamp(millisecondsSinceEpoch: $0) }
    }

    // MARK: - What watchers know

    struct Shown: Equatable {
        var priceId: FuelPriceID?
        var until: Timestamp
    }
    func shown(_ zone: PriceZoneID, _ fuel: String) throws -> Shown? {
        try Row.fetchOne(try database.cachedStatement(sql: """
            SELECT price_id, shown_until FROM fuel_price_shown WHERE tenant = ? AND zone_id = ? AND fuel_type = ?
            """), arguments: [tenant.rawValue, zone.rawValue, fuel]).map { row in
            Shown(priceId: (row[0] as String?).map { FuelPriceID($0) }, until: Timestamp(millisecondsSinceEpoch: row[1]))
        }
    }
    func save(_ shown: Shown, _ zone: PriceZoneID, _ fuel: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO fuel_price_shown (tenant, zone_id, fuel_type, price_id, shown_until) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, zone_id, fuel_type) DO UPDATE SET price_id = excluded.price_id, shown_until = excluded.shown_until
            """).execute(arguments: [
                tenant.rawValue, zone.rawValue, fuel, shown.priceId?.rawValue, shown.until.millisecondsSinceEpoch,
            ])
    }
    /// Zones where this fuel has, or had, a price.
    func zones(with fuel: String) throws -> [PriceZoneID] {
        try String.fetchAll(try database.cachedStatement(
            sql: "SELECT zone_id FROM fuel_price_shown WHERE tenant = ? AND fuel_type = ? ORDER BY zone_id"),
            arguments: [tenant.rawValue, fuel]).map { PriceZoneID($0) }
    }

    // MARK: - Lists

    /// Those that begin in a period, the latest first.
    func page(_ zone: PriceZoneID?, _ fuel: String?, in period: LocalPeriod, limit: Int, offset: Int) throws
        -> (prices: [FuelPrice], total: Int) {
        let from = (period.from ?? .distantPast).millisecondsSinceEpoch, to = (period.to ?? .distantFuture).millisecondsSinceEpoch
        if let zone, let fuel {
            let key: StatementArguments = [tenant.rawValue, zone.rawValue, fuel, from, to]
            let total = try Int.fetchOne(try database.cachedStatement(sql: """
                SELECT count(*) FROM fuel_price WHERE tenant = ? AND zone_id = ? AND fuel_type = ? AND valid_from >= ? AND valid_from < ?
                """), arguments: key) ?? 0
            return (try Row.fetchAll(try database.cachedStatement(sql: """
                SELECT \(Self.columns) FROM fuel_price WHERE tenant = ? AND zone_id = ? AND fuel_type = ? AND valid_from >= ?
                AND valid_from < ? ORDER BY valid_from DESC LIMIT ? OFFSET ?
                """), arguments: key + [limit, offset]).map(Self.price), total)
        }
        let key: StatementArguments = [tenant.rawValue, from, to, zone?.rawValue, fuel]
        let total = try Int.fetchOne(try database.cachedStatement(sql: """
            SELECT count(*) FROM fuel_price WHERE tenant = ?1 AND valid_from >= ?2 AND valid_from < ?3 AND (?4 IS NULL OR zone_id = ?4)
            AND (?5 IS NULL OR fuel_type = ?5)
            """), arguments: key) ?? 0
        return (try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM fuel_price WHERE tenant = ?1 AND valid_from >= ?2 AND valid_from < ?3
            AND (?4 IS NULL OR zone_id = ?4) AND (?5 IS NULL OR fuel_type = ?5) ORDER BY valid_from DESC, price_id DESC LIMIT ?6 OFFSET ?7
            """), arguments: key + [limit, offset]).map(Self.price), total)
    }
}

extension CatalogScope {
    package var fuelPrices: FuelPriceStore { FuelPriceStore(database: database, tenant: tenant) }
}
