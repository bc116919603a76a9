import Storage

/// What leaves the house over real providers.
enum CreateDeliveries: Migration {
    static let name = "0002_CreateDeliveries"
    static let sql = """
        CREATE TABLE delivery (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            -- NULL: a code, which is in no feed.
            notification_id TEXT, user_id TEXT NOT NULL,
            channel TEXT NOT NULL CHECK (channel IN ('push', 'email', 'sms')), address TEXT NOT NULL, type TEXT NOT NULL,
            -- 0 is critical; smaller goes first.
            priority INTEGER NOT NULL CHECK (priority >= 0),
            state TEXT NOT NULL CHECK (state IN ('queued', 'waiting', 'accepted', 'failed')),
            attempt INTEGER NOT NULL CHECK (attempt >= 1), created_at INTEGER NOT NULL, expires_at INTEGER,
            -- JSON.
            terms TEXT NOT NULL,
            -- JSON; gone once it has left: nothing that was said is kept longer than it is needed.
            message TEXT,
            code TEXT, provider_id TEXT,
            PRIMARY KEY (tenant, id),
            CHECK ((message IS NULL) = (state IN ('accepted', 'failed')))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_queue ON delivery (tenant, channel, priority, created_at, id) WHERE state = 'queued';
        CREATE INDEX delivery_of_notification ON delivery (tenant, notification_id, channel);
        CREATE INDEX delivery_by_user ON delivery (tenant, user_id);
        CREATE INDEX delivery_by_age ON delivery (tenant, created_at);

        -- Addresses a provider refused for good: a bounced e-mail address, a number that gets no text messages.
        CREATE TABLE unreachable_address (
            tenant TEXT NOT NULL, channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')), address TEXT NOT NULL,
            user_id TEXT NOT NULL, code TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, channel, address)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX unreachable_address_by_user ON unreachable_address (tenant, user_id);

        -- JSON.
        ALTER TABLE development_outbox ADD COLUMN attachments TEXT;
        """
}
