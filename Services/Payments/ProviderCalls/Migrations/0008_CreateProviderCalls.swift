import Storage

/// Providers outside the log: what is asked of them, what they call things, which of their events were taken.
enum CreateProviderCalls: Migration {
    static let name = "0008_CreateProviderCalls"
    static let sql = """
        CREATE TABLE provider_call (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('create', 'confirm', 'poll', 'cancel', 'refund', 'poll-refund')),
            provider TEXT NOT NULL, payment_id TEXT NOT NULL, attempt INTEGER NOT NULL CHECK (attempt > 0), refund_id TEXT,
            state TEXT NOT NULL CHECK (state IN ('queued', 'waiting')),
            tries INTEGER NOT NULL CHECK (tries > 0), created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK ((refund_id IS NULL) = (kind IN ('create', 'confirm', 'poll', 'cancel')))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX provider_call_queue ON provider_call (tenant, created_at, id) WHERE state = 'queued';
        CREATE INDEX provider_call_of_attempt ON provider_call (tenant, payment_id, attempt);

        CREATE TABLE provider_event (
            tenant TEXT NOT NULL, provider TEXT NOT NULL, event_id TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, provider, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX provider_event_by_age ON provider_event (tenant, at);

        ALTER TABLE attempt ADD COLUMN provider_reference TEXT;
        ALTER TABLE refund ADD COLUMN provider_reference TEXT;
        -- Encrypted.
        ALTER TABLE payment ADD COLUMN action_url TEXT;
        """
}
