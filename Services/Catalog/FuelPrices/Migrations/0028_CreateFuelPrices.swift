import Storage

/// Fuels, what they cost per zone and when, and promo codes.
enum CreateFuelPrices: Migration {
    static let name = "0028_CreateFuelPrices"
    static let sql = """
        CREATE TABLE fuel_type (
            tenant TEXT NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL, family TEXT NOT NULL,
            grade INTEGER NOT NULL CHECK (grade >= 1), octane INTEGER CHECK (octane > 0),
            active INTEGER NOT NULL CHECK (active IN (0, 1)), position INTEGER NOT NULL,
            PRIMARY KEY (tenant, code)
        ) STRICT, WITHOUT ROWID;

        -- Mills are thousandths of the major unit, per gallon. valid_until is not part of the price's time; NULL: without an end.
        CREATE TABLE fuel_price (
            tenant TEXT NOT NULL, price_id TEXT NOT NULL, zone_id TEXT NOT NULL, fuel_type TEXT NOT NULL,
            mills INTEGER NOT NULL CHECK (mills > 0), valid_from INTEGER NOT NULL,
            valid_until INTEGER CHECK (valid_until > valid_from), created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, price_id),
            UNIQUE (tenant, zone_id, fuel_type, valid_from),
            FOREIGN KEY (tenant, fuel_type) REFERENCES fuel_type (tenant, code)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fuel_price_by_time ON fuel_price (tenant, valid_from, price_id);
        CREATE INDEX fuel_price_by_end ON fuel_price (tenant, zone_id, fuel_type, valid_until) WHERE valid_until IS NOT NULL;

        -- The price that watchers were last told, and the time up to which they know every change. price_id NULL: none was in force.
        CREATE TABLE fuel_price_shown (
            tenant TEXT NOT NULL, zone_id TEXT NOT NULL, fuel_type TEXT NOT NULL, price_id TEXT, shown_until INTEGER NOT NULL,
            PRIMARY KEY (tenant, zone_id, fuel_type),
            FOREIGN KEY (tenant, fuel_type) REFERENCES fuel_type (tenant, code),
            FOREIGN KEY (tenant, price_id) REFERENCES fuel_price (tenant, price_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fuel_price_shown_by_fuel ON fuel_price_shown (tenant, fuel_type, zone_id);
        CREATE INDEX fuel_price_shown_by_price ON fuel_price_shown (tenant, price_id) WHERE price_id IS NOT NULL;

        CREATE TABLE promo_code (
            tenant TEXT NOT NULL, code TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('percent', 'fixed')), value INTEGER NOT NULL CHECK (value > 0),
            target TEXT NOT NULL CHECK (target IN ('fuel', 'delivery')),
            min_fuel INTEGER CHECK (min_fuel >= 0), max_total_uses INTEGER CHECK (max_total_uses > 0),
            max_uses_per_user INTEGER NOT NULL CHECK (max_uses_per_user > 0),
            first_order_only INTEGER NOT NULL CHECK (first_order_only IN (0, 1)),
            -- A JSON list of ids; NULL: every zone.
            price_zone_ids TEXT, starts_at INTEGER, ends_at INTEGER,
            active INTEGER NOT NULL CHECK (active IN (0, 1)),
            -- As orders count them.
            uses INTEGER NOT NULL CHECK (uses >= 0), created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, code),
            CHECK (kind <> 'percent' OR value <= 100),
            CHECK (starts_at IS NULL OR ends_at IS NULL OR starts_at < ends_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX promo_code_by_age ON promo_code (tenant, created_at, code);
        """
}
