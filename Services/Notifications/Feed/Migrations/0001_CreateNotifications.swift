import Storage

package enum CreateNotifications: Migration {
    package static let name = "0001_CreateNotifications"
    package static let sql = """
        CREATE TABLE recipient (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            name TEXT NOT NULL, email TEXT, phone TEXT, locale TEXT,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE push_token (
            tenant TEXT NOT NULL, session_id TEXT NOT NULL, user_id TEXT NOT NULL, token TEXT NOT NULL,
            PRIMARY KEY (tenant, session_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX push_token_by_user ON push_token (tenant, user_id);

        CREATE TABLE notification (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, id TEXT NOT NULL,
            category TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, deep_link TEXT,
            -- JSON.
            data TEXT NOT NULL, why TEXT NOT NULL, reasons TEXT NOT NULL,
            read_at INTEGER, deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)), created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX notification_feed ON notification (tenant, user_id, created_at, id) WHERE deleted = 0;
        CREATE INDEX notification_unread ON notification (tenant, user_id) WHERE deleted = 0 AND read_at IS NULL;

        CREATE TABLE notification_channel (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, notification_id TEXT NOT NULL,
            channel TEXT NOT NULL CHECK (channel IN ('push', 'email', 'sms', 'inApp')),
            state TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, notification_id, channel),
            FOREIGN KEY (tenant, user_id, notification_id) REFERENCES notification (tenant, user_id, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- What was decided for whom: the same fact told twice is one message.
        CREATE TABLE decided (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, dedupe_key TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, dedupe_key)
        ) STRICT, WITHOUT ROWID;

        -- What texts need to know of an order.
        CREATE TABLE order_fact (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, user_id TEXT NOT NULL, event_id TEXT NOT NULL, title TEXT NOT NULL,
            total_amount INTEGER NOT NULL, currency TEXT NOT NULL,
            PRIMARY KEY (tenant, order_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX order_fact_by_user ON order_fact (tenant, user_id);

        CREATE TABLE holding (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL, ticket_id TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id, ticket_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX holding_by_user ON holding (tenant, user_id);

        -- One message to many: its audience as it was when it happened, worked off in slices.
        CREATE TABLE announcement (
            tenant TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL, subject TEXT NOT NULL, \
        dedupe_key TEXT NOT NULL,
            -- JSON.
            facts TEXT NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE announcement_recipient (
            tenant TEXT NOT NULL, announcement_id TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, announcement_id, user_id),
            FOREIGN KEY (tenant, announcement_id) REFERENCES announcement (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX announcement_recipient_by_user ON announcement_recipient (tenant, user_id);

        CREATE TABLE development_outbox (
            tenant TEXT NOT NULL, created_at INTEGER NOT NULL, id TEXT NOT NULL,
            user_id TEXT NOT NULL, channel TEXT NOT NULL CHECK (channel IN ('push', 'email', 'sms')), recipient TEXT NOT NULL, \
        template TEXT NOT NULL,
            subject TEXT, text TEXT NOT NULL, html TEXT, data TEXT,
            PRIMARY KEY (tenant, created_at, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX development_outbox_by_user ON development_outbox (tenant, user_id);
        """
}
