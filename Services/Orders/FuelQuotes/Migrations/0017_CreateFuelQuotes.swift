import Storage

enum CreateFuelQuotes: Migration {
    static let name = "0017_CreateFuelQuotes"
    static let sql = """
        -- `body` is a FuelQuote; `order_id` counts, not that of the body.
        CREATE TABLE fuel_quote (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            owner_id TEXT NOT NULL, created_at INTEGER NOT NULL, order_id TEXT,
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fuel_quote_by_owner ON fuel_quote (tenant, owner_id);
        CREATE UNIQUE INDEX fuel_quote_by_order ON fuel_quote (tenant, order_id) WHERE order_id IS NOT NULL;
        CREATE INDEX fuel_quote_unused_by_age ON fuel_quote (tenant, created_at) WHERE order_id IS NULL;
        CREATE INDEX fuel_quote_used_by_age ON fuel_quote (tenant, created_at) WHERE order_id IS NOT NULL;

        CREATE TABLE promo_use (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL,
            code TEXT NOT NULL,
            -- Null: the account was erased; the use still counts.
            user_id TEXT, taken_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, order_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX promo_use_by_user ON promo_use (tenant, user_id, code);

        -- How many rows of `promo_use` a code has.
        CREATE TABLE promo_count (
            tenant TEXT NOT NULL, code TEXT NOT NULL,
            uses INTEGER NOT NULL CHECK (uses >= 0),
            PRIMARY KEY (tenant, code)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER promo_use_taken AFTER INSERT ON promo_use BEGIN
            INSERT INTO promo_count (tenant, code, uses) VALUES (new.tenant, new.code, 1)
            ON CONFLICT (tenant, code) DO UPDATE SET uses = uses + 1;
        END;
        CREATE TRIGGER promo_use_given_back AFTER DELETE ON promo_use BEGIN
            UPDATE promo_count SET uses = uses - 1 WHERE tenant = old.tenant AND code = old.code;
        END;
        """
}
