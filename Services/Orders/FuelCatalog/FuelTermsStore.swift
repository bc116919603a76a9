import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows about fuels, zones, prices and promo codes as the catalog last described them, for one tenant.
package struct FuelTermsStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    // MARK: - Fuels

    func remember(_ fuel: SoldFuel) throws {
        try db.cachedStatement(sql: """
            INSERT INTO fuel_type (tenant, code, family, grade, active) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, code) DO UPDATE SET family = excluded.family, grade = excluded.grade, active = excluded.active
            """).run([tenant, fuel.code, fuel.family, fuel.grade, fuel.isActive ? 1 : 0])
    }
    package func fuel(_ code: String) throws -> SoldFuel? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT family, grade, active FROM fuel_type WHERE tenant = ? AND code = ?"), [tenant, code])
            .map { SoldFuel(code: code, family: $0[0], grade: $0[1], isActive: ($0[2] as Int) != 0) }
    }

    // MARK: - Zones

    func remember(_ terms: ZoneTerms, of zone: PriceZoneID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO fuel_zone (tenant, id, delivery_fee, asap_fee, sales_tax_bps, tiers) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET delivery_fee = excluded.delivery_fee, asap_fee = excluded.asap_fee,
                sales_tax_bps = excluded.sales_tax_bps, tiers = excluded.tiers
            """).run([tenant, zone.rawValue, terms.deliveryFee, terms.asapFee, terms.salesTaxBps, try JSON.text(terms.tiers)])
    }
    package func terms(of zone: PriceZoneID) throws -> ZoneTerms? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT delivery_fee, asap_fee, sales_tax_bps, tiers FROM fuel_zone WHERE tenant = ? AND id = ?
            """), [tenant, zone.rawValue]).map {
                ZoneTerms(deliveryFee: $0[0], asapFee: $0[1], salesTaxBps: $0[2],
                          tiers: try JSON.decode([FuelTier].self, from: ($0[3] as String).utf8))
            }
    }

    // MARK: - Prices

    func remember(_ price: FuelPricePublished) throws {
        try db.cachedStatement(sql: """
            INSERT INTO fuel_price (tenant, id, price_zone_id, fuel_type, mills, valid_from, valid_until) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET mills = excluded.mills, valid_from = excluded.valid_from,
                valid_until = excluded.valid_until
            """).run([
                tenant, price.priceId.rawValue, price.priceZoneId.rawValue, price.fuelType, price.pricePerGallon.mills,
                price.validFrom.millisecondsSinceEpoch, price.validUntil?.millisecondsSinceEpoch,
            ])
    }
    func forget(price: FuelPriceID) throws {
        try db.cachedStatement(sql: "DELETE FROM fuel_price WHERE tenant = ? AND id = ?").run([tenant, price.rawValue])
    }
    /// Mills per gallon that are in force at a time: of all prices that are valid, the one that began last. Nil: there is none.
    package func mills(of fuel: String, in zone: PriceZoneID, at time: Timestamp) throws -> Int? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT mills FROM fuel_price
            WHERE tenant = ?1 AND price_zone_id = ?2 AND fuel_type = ?3 AND valid_from <= ?4 AND (valid_until IS NULL OR valid_until > ?4)
            ORDER BY valid_from DESC LIMIT 1
            """), [tenant, zone.rawValue, fuel, time.millisecondsSinceEpoch]).map { $0[0] }
    }
    /// Deletes some prices that ended before.
    func prunePrices(of zone: PriceZoneID, _ fuel: String, endedBefore time: Timestamp) throws {
        try db.cachedStatement(sql: """
            DELETE FROM fuel_price WHERE tenant = ?1 AND id IN (
                SELECT id FROM fuel_price WHERE tenant = ?1 AND price_zone_id = ?2 AND fuel_type = ?3 AND valid_from < ?4
                    AND (valid_until < ?4 OR valid_from < (
                        SELECT max(valid_from) FROM fuel_price WHERE tenant = ?1 AND price_zone_id = ?2 AND fuel_type = ?3
                            AND valid_from < ?4 AND valid_until IS NULL))
                ORDER BY valid_from LIMIT 20)
            """).run([tenant, zone.rawValue, fuel, time.millisecondsSinceEpoch])
    }

    // MARK: - Promo codes

    func remember(_ promo: PromoDefinition) throws {
        try db.cachedStatement(sql: """
            INSERT INTO fuel_promo (tenant, code, body) VALUES (?, ?, ?) ON CONFLICT (tenant, code) DO UPDATE SET body = excluded.body
            """).run([tenant, promo.code, try JSON.text(promo)])
    }
    package func promo(_ code: String) throws -> PromoDefinition? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM fuel_promo WHERE tenant = ? AND code = ?"), [tenant, code])
            .map { try JSON.decode(PromoDefinition.self, from: ($0[0] as String).utf8) }
    }
}
