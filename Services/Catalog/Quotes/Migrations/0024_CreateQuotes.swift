import Storage

/// Priced carts, and which order each of them became.
enum CreateQuotes: Migration {
    static let name = "0024_CreateQuotes"
    static let sql = """
        CREATE TABLE quote (
            tenant TEXT NOT NULL, quote_id TEXT NOT NULL, restaurant_id TEXT NOT NULL,
            -- Null: its maker erased the account.
            user_id TEXT,
            created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
            -- The cart, its prices and its problems, as JSON.
            document TEXT NOT NULL,
            -- A quote serves one order, even if that is cancelled later.
            order_id TEXT,
            PRIMARY KEY (tenant, quote_id),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX quote_by_order ON quote (tenant, order_id) WHERE order_id IS NOT NULL;
        CREATE INDEX quote_by_user ON quote (tenant, user_id) WHERE user_id IS NOT NULL;
        CREATE INDEX quote_unused_by_age ON quote (tenant, created_at) WHERE order_id IS NULL;
        CREATE INDEX quote_used_by_age ON quote (tenant, created_at) WHERE order_id IS NOT NULL;
        """
}
