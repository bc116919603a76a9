import Storage

enum AddRefundedMemberships: Migration {
    static let name = "0006_AddRefundedMemberships"
    static let sql = """
        -- SQLite changes no CHECK: the table is made again.
        CREATE TABLE membership_order_new (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            user_id TEXT NOT NULL, months INTEGER NOT NULL CHECK (months >= 1), amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT \
        NOT NULL,
            payment_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('awaiting_payment', 'completed', 'expired', 'cancelled', 'refunded')),
            subscription_id INTEGER, reason TEXT, sandbox TEXT,
            placed_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK ((status IN ('completed', 'refunded')) = (subscription_id IS NOT NULL)),
            CHECK ((status IN ('cancelled', 'refunded')) = (reason IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO membership_order_new (tenant, id, user_id, months, amount, currency, payment_id, status, subscription_id, reason, \
        sandbox, placed_at, expires_at)
            SELECT tenant, id, user_id, months, amount, currency, payment_id, status, subscription_id, reason, sandbox, placed_at, \
        expires_at FROM membership_order;
        DROP TABLE membership_order;
        ALTER TABLE membership_order_new RENAME TO membership_order;
        CREATE UNIQUE INDEX membership_order_open ON membership_order (tenant, user_id) WHERE status = 'awaiting_payment';
        """
}
