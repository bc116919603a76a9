import Storage

/// Receivers of a tenant's payment events, what was sent to them, and how each attempt went.
package enum CreateWebhooks: Migration {
    package static let name = "0011_CreateWebhooks"
    package static let sql = """
        CREATE TABLE webhook_endpoint (
            tenant TEXT NOT NULL, id TEXT NOT NULL, url TEXT NOT NULL, description TEXT NOT NULL,
            -- JSON: names of events.
            events TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('enabled', 'paused', 'gone', 'failing')),
            -- Encrypted.
            secret TEXT NOT NULL, previous_secret TEXT, previous_valid_until INTEGER,
            failing_since INTEGER, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK ((previous_secret IS NULL) = (previous_valid_until IS NULL))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE webhook_message (
            tenant TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
            -- The bytes that are sent; whom they are about, until that person is erased.
            body TEXT NOT NULL, user_id TEXT, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT;
        CREATE INDEX webhook_message_by_age ON webhook_message (tenant, created_at);
        CREATE INDEX webhook_message_of_user ON webhook_message (tenant, user_id, id) WHERE user_id IS NOT NULL;

        CREATE TABLE webhook_delivery (
            tenant TEXT NOT NULL, id TEXT NOT NULL, endpoint_id TEXT NOT NULL, message_id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('queued', 'waiting', 'succeeded', 'failed')),
            -- The attempt that is queued, awaited or was the last, and how many have failed since the schedule began.
            attempt INTEGER NOT NULL CHECK (attempt > 0), failures INTEGER NOT NULL CHECK (failures >= 0),
            due_at INTEGER, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, endpoint_id) REFERENCES webhook_endpoint (tenant, id) ON DELETE CASCADE,
            FOREIGN KEY (tenant, message_id) REFERENCES webhook_message (tenant, id) ON DELETE CASCADE,
            CHECK ((due_at IS NOT NULL) = (status IN ('queued', 'waiting')))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_delivery_queue ON webhook_delivery (tenant, endpoint_id, due_at, id) WHERE status = 'queued';
        CREATE INDEX webhook_delivery_of_endpoint ON webhook_delivery (tenant, endpoint_id, created_at, id);
        CREATE INDEX webhook_delivery_of_message ON webhook_delivery (tenant, message_id);

        CREATE TABLE webhook_attempt (
            tenant TEXT NOT NULL, delivery_id TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0),
            at INTEGER NOT NULL, status_code INTEGER, error TEXT, duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
            PRIMARY KEY (tenant, delivery_id, number),
            FOREIGN KEY (tenant, delivery_id) REFERENCES webhook_delivery (tenant, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
