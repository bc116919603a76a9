import ServiceKit
import Storage

enum CreateFuelCatalog: Migration {
    static let name = "0014_CreateFuelCatalog"
    static let sql = ServiceAreaTables.sql + """

        -- What the catalog last said of what fuel costs and what vehicles there are.
        -- Fees in minor units. `tiers` is a list of FuelTier.
        CREATE TABLE fuel_zone (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            delivery_fee INTEGER NOT NULL CHECK (delivery_fee >= 0), asap_fee INTEGER NOT NULL CHECK (asap_fee >= 0),
            sales_tax_bps INTEGER NOT NULL CHECK (sales_tax_bps >= 0),
            tiers TEXT NOT NULL CHECK (json_valid(tiers)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE fuel_type (
            tenant TEXT NOT NULL, code TEXT NOT NULL,
            family TEXT NOT NULL, grade INTEGER NOT NULL, active INTEGER NOT NULL CHECK (active IN (0, 1)),
            PRIMARY KEY (tenant, code)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE fuel_price (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            price_zone_id TEXT NOT NULL, fuel_type TEXT NOT NULL, mills INTEGER NOT NULL CHECK (mills > 0),
            valid_from INTEGER NOT NULL, valid_until INTEGER CHECK (valid_until > valid_from),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fuel_price_in_force ON fuel_price (tenant, price_zone_id, fuel_type, valid_from);

        -- `body` is a PromoDefinition.
        CREATE TABLE fuel_promo (
            tenant TEXT NOT NULL, code TEXT NOT NULL,
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, code)
        ) STRICT, WITHOUT ROWID;

        -- `make` without case; `models` is a list of VehicleModel.
        CREATE TABLE reference_make (
            tenant TEXT NOT NULL, make TEXT NOT NULL,
            models TEXT NOT NULL CHECK (json_valid(models)),
            PRIMARY KEY (tenant, make)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE plate_masks (
            tenant TEXT NOT NULL, region TEXT NOT NULL,
            masks TEXT NOT NULL CHECK (json_valid(masks)),
            PRIMARY KEY (tenant, region)
        ) STRICT, WITHOUT ROWID;
        """
}
