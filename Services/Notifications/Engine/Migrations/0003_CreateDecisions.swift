import Storage

/// What the policy engine needs to decide, and what it decided.
package enum CreateDecisions: Migration {
    package static let name = "0003_CreateDecisions"
    package static let sql = """
        -- JSON list.
        ALTER TABLE recipient ADD COLUMN roles TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE recipient ADD COLUMN zone TEXT;
        ALTER TABLE recipient ADD COLUMN created_at INTEGER;
        ALTER TABLE recipient ADD COLUMN last_activity_at INTEGER;
        ALTER TABLE recipient ADD COLUMN verified_phone TEXT;
        -- Somebody without account: an address a service sent to.
        ALTER TABLE recipient ADD COLUMN is_contact INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE notification ADD COLUMN presentation TEXT NOT NULL DEFAULT 'item';
        ALTER TABLE notification ADD COLUMN scheduled_for INTEGER;
        ALTER TABLE decided ADD COLUMN candidate_id TEXT NOT NULL DEFAULT '';
        ALTER TABLE announcement ADD COLUMN campaign_id TEXT;
        -- Of its category: 0 goes first.
        ALTER TABLE announcement ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE announcement ADD COLUMN has_started INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE order_fact ADD COLUMN state TEXT NOT NULL DEFAULT 'awaiting';
        ALTER TABLE order_fact ADD COLUMN number TEXT NOT NULL DEFAULT '';
        ALTER TABLE order_fact ADD COLUMN placed_at INTEGER;
        ALTER TABLE order_fact ADD COLUMN hold_expires_at INTEGER;

        CREATE TABLE erased_user (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE candidate (
            tenant TEXT NOT NULL, id TEXT NOT NULL, recipient_id TEXT NOT NULL,
            type TEXT NOT NULL, category TEXT NOT NULL, at INTEGER NOT NULL,
            subject TEXT, dedupe_key TEXT, collapse_key TEXT,
            is_flush INTEGER NOT NULL CHECK (is_flush IN (0, 1)),
            -- 1: its facts were given and are not looked up again.
            is_fixed INTEGER NOT NULL CHECK (is_fixed IN (0, 1)),
            -- JSON.
            facts TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('held', 'batched', 'sent', 'emailed', 'shown', 'dropped')),
            until INTEGER, bucket TEXT, timer_id TEXT, flush_id TEXT, campaign_id TEXT, variant TEXT,
            evaluations INTEGER NOT NULL, created_at INTEGER NOT NULL, settled_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX candidate_waiting ON candidate (tenant, recipient_id, created_at, id) WHERE state IN ('held', 'batched');
        CREATE INDEX candidate_waiting_subject ON candidate (tenant, subject, id) WHERE state IN ('held', 'batched');
        CREATE INDEX candidate_held ON candidate (tenant, id) WHERE state = 'held';
        CREATE INDEX candidate_collapsing ON candidate (tenant, recipient_id, collapse_key) WHERE state = 'held';
        CREATE INDEX candidate_settled ON candidate (tenant, settled_at);
        CREATE INDEX candidate_of_campaign ON candidate (tenant, campaign_id) WHERE campaign_id IS NOT NULL;

        -- Every decision, without its texts.
        CREATE TABLE evaluation (
            tenant TEXT NOT NULL, candidate_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
            recipient_id TEXT NOT NULL, type TEXT NOT NULL, category TEXT NOT NULL, variant TEXT,
            decision TEXT NOT NULL CHECK (decision IN ('send', 'delay', 'digest', 'email_instead', 'feed_only', 'drop')),
            until INTEGER, into_digest TEXT,
            -- JSON lists.
            reasons TEXT NOT NULL, channels TEXT NOT NULL,
            policy_version INTEGER NOT NULL, is_event_triggered INTEGER NOT NULL,
            PRIMARY KEY (tenant, candidate_id, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX evaluation_by_time ON evaluation (tenant, at);
        CREATE INDEX evaluation_by_recipient ON evaluation (tenant, recipient_id, at);

        CREATE TABLE sent (
            tenant TEXT NOT NULL, recipient_id TEXT NOT NULL, sent_at INTEGER NOT NULL, candidate_id TEXT NOT NULL,
            type TEXT NOT NULL, subject TEXT,
            -- JSON list.
            changed TEXT NOT NULL, start_date INTEGER,
            PRIMARY KEY (tenant, recipient_id, sent_at, candidate_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sent_count (
            tenant TEXT NOT NULL, recipient_id TEXT NOT NULL, type TEXT NOT NULL, count INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (tenant, recipient_id, type)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE preference (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            -- JSON: what was chosen, nothing else.
            document TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE unsubscribe_token (
            tenant TEXT NOT NULL, token TEXT NOT NULL, user_id TEXT NOT NULL, category TEXT NOT NULL, created_at INTEGER NOT NULL,
            -- JSON: what the click turned off, for undoing it.
            turned_off TEXT,
            PRIMARY KEY (tenant, token)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX unsubscribe_token_by_user ON unsubscribe_token (tenant, user_id, category, created_at);
        CREATE TABLE opt_out (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, category TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, category, at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX opt_out_by_time ON opt_out (tenant, category, at);
        CREATE TABLE opt_out_alert (
            tenant TEXT NOT NULL, category TEXT NOT NULL, opened_at INTEGER NOT NULL, closed_at INTEGER,
            rate REAL NOT NULL, opt_outs INTEGER NOT NULL, recipients INTEGER NOT NULL,
            PRIMARY KEY (tenant, category, opened_at)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE receipt (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, notification_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('delivered', 'opened', 'acted', 'too_many', 'not_relevant', 'bad_time')), at INTEGER NOT \
        NULL,
            PRIMARY KEY (tenant, user_id, notification_id, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX receipt_of_notification ON receipt (tenant, notification_id);

        CREATE TABLE campaign (
            tenant TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
            -- JSON: what was asked for.
            document TEXT NOT NULL,
            recipients INTEGER NOT NULL, created_at INTEGER NOT NULL, starts_at INTEGER NOT NULL, ended_at INTEGER,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, version INTEGER NOT NULL,
            organizer_id TEXT NOT NULL, status TEXT NOT NULL,
            -- JSON: the facts texts and rules use.
            facts TEXT NOT NULL,
            tickets_sold INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE favorite (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX favorite_by_user ON favorite (tenant, user_id);
        CREATE TABLE follow (
            tenant TEXT NOT NULL, organizer_id TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, organizer_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX follow_by_user ON follow (tenant, user_id);
        CREATE TABLE purchase (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, order_id TEXT NOT NULL, at INTEGER NOT NULL, tickets INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, order_id)
        ) STRICT, WITHOUT ROWID;
        -- Conditions of `open` that hold no more, for subjects nothing else is known of here.
        CREATE TABLE closed_condition (
            tenant TEXT NOT NULL, condition TEXT NOT NULL, subject TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, condition, subject)
        ) STRICT, WITHOUT ROWID;
        -- The policy held messages were decided by.
        CREATE TABLE policy_in_force (
            tenant TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
