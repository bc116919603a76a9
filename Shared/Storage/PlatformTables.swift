/// The tables every shard has, whatever its service does. Names start with `souk_`.
public enum PlatformTables {
    public static let migrations: [any Migration.Type] = [CreatePlatformTables.self, CreateSealingKeys.self, CreateKeyGenerations.self]

    enum CreatePlatformTables: Migration {
        static let name = "0000_CreatePlatformTables"
        static let sql = """
            -- Where this file is in its log. One row. `next_offset` is the first record not applied yet.
            CREATE TABLE souk_log (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                topic TEXT NOT NULL, partition INTEGER NOT NULL,
                cluster_id TEXT NOT NULL, next_offset INTEGER NOT NULL CHECK (next_offset >= 0),
                -- Outbox rows up to here were acknowledged by the broker.
                relayed_position INTEGER NOT NULL DEFAULT 0
            ) STRICT;

            CREATE TABLE souk_tenant (
                tenant TEXT PRIMARY KEY NOT NULL,
                definition BLOB,
                -- Grows with every definition that is applied: readers know when to read it again.
                revision INTEGER NOT NULL DEFAULT 1,
                -- The latest time any message of the tenant had: `tx.now` never goes back.
                last_time INTEGER NOT NULL,
                clock_offset INTEGER NOT NULL DEFAULT 0 CHECK (clock_offset >= 0)
            ) STRICT, WITHOUT ROWID;

            -- What was applied, with its answer: the dedup window.
            CREATE TABLE souk_inbox (
                tenant TEXT NOT NULL, id TEXT NOT NULL,
                type TEXT NOT NULL, received_at INTEGER NOT NULL,
                fingerprint TEXT, principal TEXT,
                -- Null while the answer is deferred, or where nobody asked.
                reply_status INTEGER, reply_body BLOB, reply_headers TEXT,
                reply_secret INTEGER NOT NULL DEFAULT 0 CHECK (reply_secret IN (0, 1)),
                -- Where a deferred answer goes: partition and key of the asker.
                reply_partition INTEGER, reply_key BLOB,
                PRIMARY KEY (tenant, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX souk_inbox_by_age ON souk_inbox (received_at);

            CREATE TABLE souk_outbox (
                position INTEGER PRIMARY KEY AUTOINCREMENT,
                tenant TEXT NOT NULL, id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL, type TEXT NOT NULL,
                subject TEXT, time INTEGER NOT NULL, correlation_id TEXT NOT NULL, causation_id TEXT NOT NULL, traceparent TEXT,
                -- Further headers, JSON.
                headers TEXT, value BLOB NOT NULL
            ) STRICT;
            CREATE INDEX souk_outbox_by_age ON souk_outbox (time);

            CREATE TABLE souk_timer (
                tenant TEXT NOT NULL, id TEXT NOT NULL,
                due_at INTEGER NOT NULL, type TEXT NOT NULL, value BLOB NOT NULL,
                correlation_id TEXT NOT NULL, message_id TEXT NOT NULL,
                PRIMARY KEY (tenant, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX souk_timer_by_due ON souk_timer (tenant, due_at);

            CREATE TABLE souk_dead_letter (
                tenant TEXT NOT NULL, id TEXT NOT NULL,
                topic TEXT NOT NULL, partition INTEGER NOT NULL, record_offset INTEGER NOT NULL,
                type TEXT, reason TEXT NOT NULL, at INTEGER NOT NULL, headers TEXT NOT NULL, value BLOB,
                PRIMARY KEY (tenant, id)
            ) STRICT, WITHOUT ROWID;
            """
    }

    enum CreateSealingKeys: Migration {
        static let name = "0000_CreateSealingKeys"
        static let sql = """
            -- Public keys of the services this one sends secrets to, from their manifests.
            CREATE TABLE souk_sealing_key (
                service TEXT PRIMARY KEY NOT NULL,
                key_id TEXT NOT NULL, public_key TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    }

    enum CreateKeyGenerations: Migration {
        static let name = "0000_CreateKeyGenerations"
        static let sql = """
            -- Generations of this service's own keys beyond the first, which it is born with. The highest one with a time of activation signs.
            CREATE TABLE souk_key_generation (
                generation INTEGER PRIMARY KEY NOT NULL CHECK (generation >= 2),
                announced_at INTEGER NOT NULL, activated_at INTEGER
            ) STRICT;
            """
    }
}
