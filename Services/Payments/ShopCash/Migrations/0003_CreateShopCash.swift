import Storage

enum CreateShopCash: Migration {
    static let name = "0003_CreateShopCash"
    static let sql = """
        -- Shops that collect cash, as the catalog says, and who works there.
        CREATE TABLE cash_shop (
            tenant TEXT NOT NULL, id INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE cash_shop_staff (
            tenant TEXT NOT NULL, shop_id INTEGER NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, shop_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX cash_shop_staff_by_user ON cash_shop_staff (tenant, user_id);

        CREATE TABLE cash_entry (
            tenant TEXT NOT NULL, shop_id INTEGER NOT NULL, position INTEGER NOT NULL CHECK (position >= 1),
            id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('collected', 'voided', 'settled')),
            -- Minor units, signed.
            amount INTEGER NOT NULL CHECK (amount <> 0), balance_after INTEGER NOT NULL, currency TEXT NOT NULL,
            activation_id TEXT, reference TEXT,
            at INTEGER NOT NULL,
            PRIMARY KEY (tenant, shop_id, position),
            UNIQUE (tenant, id),
            CHECK ((kind = 'collected') = (amount > 0)),
            CHECK ((kind = 'settled') = (reference IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX cash_entry_by_reference ON cash_entry (tenant, shop_id, reference) WHERE reference IS NOT NULL;
        CREATE TRIGGER cash_entry_stays BEFORE UPDATE ON cash_entry BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;
        CREATE TRIGGER cash_entry_is_kept BEFORE DELETE ON cash_entry BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;
        """
}
