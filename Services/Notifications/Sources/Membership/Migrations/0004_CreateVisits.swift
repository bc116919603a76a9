import Storage

enum CreateVisits: Migration {
    static let name = "0004_CreateVisits"
    static let sql = """
        ALTER TABLE recipient ADD COLUMN neighborhood_id INTEGER;
        CREATE INDEX recipient_by_neighborhood ON recipient (tenant, neighborhood_id) WHERE neighborhood_id IS NOT NULL;

        -- Visits whose shop may be asked about: of several at one shop the last one counts.
        CREATE TABLE visit (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, shop_id INTEGER NOT NULL, redemption_id TEXT NOT NULL,
            at INTEGER NOT NULL,
            -- JSON: language → name of the shop.
            names TEXT NOT NULL CHECK (json_valid(names)),
            PRIMARY KEY (tenant, user_id, shop_id, redemption_id)
        ) STRICT, WITHOUT ROWID;

        -- Who wants to hear when orders in the app come.
        CREATE TABLE in_app_payment_wanted (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        """
}
