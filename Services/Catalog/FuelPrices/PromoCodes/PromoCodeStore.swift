import CatalogKit
import Contracts
import GRDB
import Kernel

/// Promo codes of a tenant.
package struct PromoCodeStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = """
        code, kind, value, target, min_fuel, max_total_uses, max_uses_per_user, first_order_only, price_zone_ids, starts_at, ends_at,
        active, uses, created_at, updated_at
        """
    private static func promo(_ row: Row) throws -> PromoCode {
        func time(_ value: Int64?) -> Timestamp? { value.map { Timestamp(millisecondsSinceEpoch: $0) } }
        let definition = PromoDefinition(
            // The CHECKs of the table allow no other words.
            code: row[0], kind: PromoDefinition.Kind(rawValue: row[1]) ?? .fixed, value: row[2],
            target: PromoDefinition.Target(rawValue: row[3]) ?? .fuel, minFuel: row[4], maxTotalUses: row[5], maxUsesPerUser: row[6],
            firstOrderOnly: row[7], priceZoneIds: try (row[8] as String?).map { try JSON.decode([PriceZoneID].self, from: Array($0.utf8)) },
            startsAt: time(row[9]), endsAt: time(row[10]), active: row[11])
        return PromoCode(definition: definition, uses: row[12], createdAt: Timestamp(millisecondsSinceEpoch: row[13]),
                         updatedAt: Timestamp(millisecondsSinceEpoch: row[14]))
    }

    package func find(_ code: String) throws -> PromoCode? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM promo_code WHERE tenant = ? AND code = ?"),
                         arguments: [tenant.rawValue, code]).map(Self.promo)
    }
    /// The newest first.
    func page(limit: Int, offset: Int) throws -> (promos: [PromoCode], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM promo_code WHERE tenant = ?"),
                                     arguments: [tenant.rawValue]) ?? 0
        return (try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM promo_code WHERE tenant = ? ORDER BY created_at DESC, code DESC LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, limit, offset]).map(Self.promo), total)
    }
    func save(_ promo: PromoCode) throws {
        let it = promo.definition
        try database.cachedStatement(sql: """
            INSERT INTO promo_code (tenant, code, kind, value, target, min_fuel, max_total_uses, max_uses_per_user, first_order_only,
                price_zone_ids, starts_at, ends_at, active, uses, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, code) DO UPDATE SET kind = excluded.kind, value = excluded.value, target = excluded.target,
                min_fuel = excluded.min_fuel, max_total_uses = excluded.max_total_uses, max_uses_per_user = excluded.max_uses_per_user,
                first_order_only = excluded.first_order_only, price_zone_ids = excluded.price_zone_ids, starts_at = excluded.starts_at,
                ends_at = excluded.ends_at, active = excluded.active, updated_at = excluded.updated_at
            """).execute(arguments: [
                tenant.rawValue, it.code, it.kind.rawValue, it.value, it.target.rawValue, it.minFuel, it.maxTotalUses, it.maxUsesPerUser,
                it.firstOrderOnly, try it.priceZoneIds.map { String(decoding: try JSON.encode($0), as: UTF8.self) },
                it.startsAt?.millisecondsSinceEpoch, it.endsAt?.millisecondsSinceEpoch, it.active, promo.uses,
                promo.createdAt.millisecondsSinceEpoch, promo.updatedAt.millisecondsSinceEpoch,
            ])
    }
    func save(uses: Int, of code: String) throws {
        try database.cachedStatement(sql: "UPDATE promo_code SET uses = ? WHERE tenant = ? AND code = ?")
            .execute(arguments: [uses, tenant.rawValue, code])
    }
}

extension CatalogScope {
    package var promoCodes: PromoCodeStore { PromoCodeStore(database: database, tenant: tenant) }
}
