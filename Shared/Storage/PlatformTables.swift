/// The tables every shard has, whatever its service does. Names start with `souk_`.
public enum PlatformTables {
    public static let migrations: [any Migration.Type] = [
        CreatePlatformTables.self, CreateSealingKeys.self, CreateKeyGenerations.self, CreateReadPositions.self, RememberTheLog.self,
        FindTimersByTime.self, CreateAdvances.self, CreateSkippedMessages.self, AskUntilHeard.self, MarkReadPositions.self,
        AnswerAsAsked.self, FindMovedClocks.self, RepublishOnceMore.self, MarkRowsSentAgain.self, NoteBegunRepublications.self,
        KeepTimersOfDeadLetters.self, AskAbsentOwners.self, SubscribeDirectly.self, NoteWhomAnswersAreAbout.self,
    ]

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
            -- Generations of this service's own keys beyond the first, which it is born with. The highest one with a time of activation \
            signs.
            CREATE TABLE souk_key_generation (
                generation INTEGER PRIMARY KEY NOT NULL CHECK (generation >= 2),
                announced_at INTEGER NOT NULL, activated_at INTEGER
            ) STRICT;
            """
    }

    enum CreateReadPositions: Migration {
        static let name = "0000_CreateReadPositions"
        static let sql = """
            -- Where the loops beside the writer are in the topics they read, on the cluster they read them from.
            CREATE TABLE souk_read_position (
                topic TEXT NOT NULL, partition INTEGER NOT NULL,
                cluster_id TEXT NOT NULL, next_offset INTEGER NOT NULL CHECK (next_offset >= 0),
                PRIMARY KEY (topic, partition)
            ) STRICT, WITHOUT ROWID;
            -- A file older than this table: its loops committed their positions to consumer groups of this cluster. They are asked for \
            once.
            INSERT INTO souk_read_position SELECT '', 0, cluster_id, next_offset FROM souk_log;
            """
    }

    enum RememberTheLog: Migration {
        static let name = "0000_RememberTheLog"
        static let sql = """
            -- The last record that was applied, and a digest of it: while it stands where it stood, the log is the one this file has
            -- followed.
            ALTER TABLE souk_log ADD COLUMN mark_offset INTEGER;
            ALTER TABLE souk_log ADD COLUMN mark_digest TEXT;
            -- When the log took that record.
            ALTER TABLE souk_log ADD COLUMN log_time INTEGER;
            -- The inbox has forgotten messages from before this time.
            ALTER TABLE souk_log ADD COLUMN horizon INTEGER;
            -- After the log had become another one: records before this offset may be old acquaintances.
            ALTER TABLE souk_log ADD COLUMN again_until INTEGER NOT NULL DEFAULT 0;

            -- What this file was made with. One row.
            CREATE TABLE souk_shard (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                -- Over how many partitions the keys were spread: another number puts tenants elsewhere.
                partitions INTEGER NOT NULL CHECK (partitions > 0),
                secret_fingerprint TEXT NOT NULL
            ) STRICT;

            -- How far each event topic has come in through the forwarder.
            CREATE TABLE souk_source (
                topic TEXT NOT NULL, partition INTEGER NOT NULL, next_offset INTEGER NOT NULL,
                PRIMARY KEY (topic, partition)
            ) STRICT, WITHOUT ROWID;

            -- Records that came before the definition of their tenant, whole.
            CREATE TABLE souk_early_arrival (
                tenant TEXT NOT NULL, id TEXT NOT NULL,
                topic TEXT NOT NULL, partition INTEGER NOT NULL, record_offset INTEGER NOT NULL, logged_at INTEGER NOT NULL,
                key BLOB, headers BLOB NOT NULL, value BLOB NOT NULL,
                PRIMARY KEY (tenant, id)
            ) STRICT, WITHOUT ROWID;

            -- What a reader who lost its place is sent again, a topic at a time.
            CREATE TABLE souk_republish (
                topic TEXT PRIMARY KEY NOT NULL,
                after_position INTEGER NOT NULL, until_position INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            -- The furthest virtual clock that a message of the tenant came with: services take a new time one after the other.
            ALTER TABLE souk_tenant ADD COLUMN clock_offset_seen INTEGER NOT NULL DEFAULT 0 CHECK (clock_offset_seen >= 0);
            """
    }

    enum FindTimersByTime: Migration {
        static let name = "0000_FindTimersByTime"
        static let sql = """
            -- Timers that are due are looked for over all tenants at once.
            CREATE INDEX souk_timer_by_time ON souk_timer (due_at, id);
            """
    }

    enum CreateAdvances: Migration {
        static let name = "0000_CreateAdvances"
        static let sql = """
            -- A jump of a virtual clock that fires more timers than one transaction should hold: how many it has fired.
            CREATE TABLE souk_advance (
                tenant TEXT PRIMARY KEY NOT NULL,
                id TEXT NOT NULL, fired INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    }

    enum CreateSkippedMessages: Migration {
        static let name = "0000_CreateSkippedMessages"
        static let sql = """
            -- Messages that ended the program time and again, and are not handled any more: a replay of the log passes them by at the \
            same place.
            CREATE TABLE souk_skipped_message (
                tenant TEXT NOT NULL, id TEXT NOT NULL, record_offset INTEGER NOT NULL,
                reason TEXT NOT NULL,
                PRIMARY KEY (tenant, id, record_offset)
            ) STRICT, WITHOUT ROWID;
            """
    }

    enum AskUntilHeard: Migration {
        static let name = "0000_AskUntilHeard"
        static let sql = """
            -- A gap was noted, and the log has not taken the question for what is missing yet.
            ALTER TABLE souk_log ADD COLUMN asks_again INTEGER NOT NULL DEFAULT 0 CHECK (asks_again IN (0, 1));
            """
    }

    enum MarkReadPositions: Migration {
        static let name = "0000_MarkReadPositions"
        static let sql = """
            -- A digest of the record before `next_offset`: while it stands there, the topic is the one that was read.
            ALTER TABLE souk_read_position ADD COLUMN mark_digest TEXT;
            -- How often the topic had become another one and was read from its beginning.
            ALTER TABLE souk_read_position ADD COLUMN times_remade INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE souk_source ADD COLUMN times_remade INTEGER NOT NULL DEFAULT 0;
            """
    }

    enum AnswerAsAsked: Migration {
        static let name = "0000_AnswerAsAsked"
        static let sql = """
            -- Under which id the newest asker waits for a deferred answer: after midnight the same Idempotency-Key is another message. \
            Null: this row's.
            ALTER TABLE souk_inbox ADD COLUMN asked_as TEXT;
            """
    }

    enum FindMovedClocks: Migration {
        static let name = "0000_FindMovedClocks"
        static let sql = """
            -- Few tenants have a time of their own, and their offset stands behind a long definition.
            CREATE INDEX souk_tenant_moved ON souk_tenant (tenant, clock_offset) WHERE clock_offset > 0;
            """
    }

    enum RepublishOnceMore: Migration {
        static let name = "0000_RepublishOnceMore"
        static let sql = """
            -- Requests came while rows were sent again: after the end, sending begins once more behind this position. Null: none came.
            ALTER TABLE souk_republish ADD COLUMN again_after INTEGER;
            """
    }

    enum MarkRowsSentAgain: Migration {
        static let name = "0000_MarkRowsSentAgain"
        static let sql = """
            -- After the log was replaced: outbox rows up to here may have been published before.
            ALTER TABLE souk_log ADD COLUMN sent_before INTEGER NOT NULL DEFAULT 0;
            """
    }

    enum NoteBegunRepublications: Migration {
        static let name = "0000_NoteBegunRepublications"
        static let sql = """
            -- Rows of this pass have gone out, acknowledged or not: a further request may miss them and needs a pass of its own.
            ALTER TABLE souk_republish ADD COLUMN begun INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1));
            """
    }

    enum KeepTimersOfDeadLetters: Migration {
        static let name = "0000_KeepTimersOfDeadLetters"
        static let sql = """
            -- The timer whose message this is, until somebody sets it again or cancels it: then the message is stale.
            ALTER TABLE souk_dead_letter ADD COLUMN timer TEXT;
            CREATE INDEX souk_dead_letter_by_timer ON souk_dead_letter (tenant, timer) WHERE timer IS NOT NULL;
            -- Of older letters nobody knows whether their timer was cancelled, only whether it is set.
            UPDATE souk_dead_letter SET timer = json_extract(headers, '$."request-timer"')
            WHERE json_valid(headers) AND NOT EXISTS (
                SELECT 1 FROM souk_timer t WHERE t.tenant = souk_dead_letter.tenant \
            AND t.id = json_extract(souk_dead_letter.headers, '$."request-timer"'));
            """
    }

    enum AskAbsentOwners: Migration {
        static let name = "0000_AskAbsentOwners"
        static let sql = """
            -- Owners that must publish a topic again and could not be asked, because no broker knew their own topic.
            CREATE TABLE souk_unasked (
                owner TEXT NOT NULL, topic TEXT NOT NULL,
                PRIMARY KEY (owner, topic)
            ) STRICT, WITHOUT ROWID;
            """
    }
    enum SubscribeDirectly: Migration {
        static let name = "0000_SubscribeDirectly"
        static let sql = """
            -- Services that want events of this service in their own logs; types in alphabetical order, with one space between them.
            CREATE TABLE souk_subscription (
                subscriber TEXT PRIMARY KEY NOT NULL, types TEXT NOT NULL CHECK (types <> '')) STRICT, WITHOUT ROWID;
            -- Those that the relay writes to on this cluster: outbox rows behind the position. A marker in the topic of events names it.
            CREATE TABLE souk_handover (
                subscriber TEXT PRIMARY KEY NOT NULL, types TEXT NOT NULL,
                since_position INTEGER NOT NULL, marker TEXT NOT NULL, cluster_id TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            -- Markers of publishers that have come in: everything before them has, too.
            CREATE TABLE souk_marker (marker TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
            -- The marker that must come before this record; null: it waits for the definition of its tenant.
            ALTER TABLE souk_early_arrival ADD COLUMN marker TEXT;
            -- Counts in the order in which records are taken up: one that waited for its marker may wait for its tenant after that.
            ALTER TABLE souk_early_arrival ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX souk_early_arrival_by_marker ON souk_early_arrival (marker, arrival) WHERE marker IS NOT NULL;
            CREATE INDEX souk_early_arrival_in_order ON souk_early_arrival (arrival);
            -- Event types that come directly since this position; null: the forwarder brings them.
            ALTER TABLE souk_read_position ADD COLUMN direct_types TEXT;
            ALTER TABLE souk_read_position ADD COLUMN direct_marker TEXT;
            -- Manifests say now who wants what: they are read once more.
            DELETE FROM souk_read_position WHERE topic = 'platform.manifests';
            """
    }
}
