import ServiceKit
import Storage

/// Areas with the cells that find them, and what a delivery costs in their zones.
enum CreateServiceAreas: Migration {
    static let name = "0026_CreateServiceAreas"
    static let sql = ServiceAreaTables.sql + """
        CREATE TABLE price_zone (
            tenant TEXT NOT NULL, zone_id TEXT NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL,
            -- Minor units of the tenant's currency.
            delivery_fee INTEGER NOT NULL CHECK (delivery_fee BETWEEN 0 AND 10000),
            asap_fee INTEGER NOT NULL CHECK (asap_fee BETWEEN 0 AND 10000),
            sales_tax_bps INTEGER NOT NULL CHECK (sales_tax_bps BETWEEN 0 AND 2500),
            -- JSON: gallons and mills.
            tiers TEXT NOT NULL,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, zone_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX price_zone_by_code ON price_zone (tenant, code);
        CREATE INDEX price_zone_by_age ON price_zone (tenant, created_at, zone_id);
        """
}
