import Storage

/// Authorisations. SQLite changes no CHECK, so the tables of payments and of calls are made again.
package enum AddManualCapture: Migration {
    package static let name = "0012_AddManualCapture"
    package static let sql = """
        CREATE TABLE payment_new (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            order_id TEXT NOT NULL, user_id TEXT NOT NULL, organizer_id TEXT, event_id TEXT,
            -- Minor units.
            amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            hold_expires_at INTEGER, hold_extended INTEGER NOT NULL DEFAULT 0 CHECK (hold_extended IN (0, 1)),
            misbehaviour TEXT,
            status TEXT NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'processing', 'requires_capture',
                                                   'failed', 'canceled', 'succeeded', 'partially_refunded', 'refunded')),
            attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            failure_code TEXT, action_kind TEXT, action_instructions TEXT,
            -- When the status became final: captured or canceled.
            settled_at INTEGER,
            unwanted INTEGER NOT NULL DEFAULT 0 CHECK (unwanted IN (0, 1)),
            refunded_amount INTEGER NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0),
            refund_pending_amount INTEGER NOT NULL DEFAULT 0 CHECK (refund_pending_amount >= 0),
            -- Encrypted.
            action_url TEXT,
            capture_method TEXT NOT NULL DEFAULT 'automatic' CHECK (capture_method IN ('automatic', 'manual')),
            -- Of an authorised payment; what is captured may be less, and more as far as the tenant allows.
            authorized_attempt INTEGER CHECK (authorized_attempt > 0), authorized_amount INTEGER CHECK (authorized_amount > 0),
            authorization_expires_at INTEGER,
            captures INTEGER NOT NULL DEFAULT 0 CHECK (captures >= 0),
            capture_pending_amount INTEGER CHECK (capture_pending_amount > 0), captured_amount INTEGER CHECK (captured_amount > 0),
            capture_refusal TEXT,
            PRIMARY KEY (tenant, id),
            CHECK (refunded_amount + refund_pending_amount <= coalesce(captured_amount, amount)),
            CHECK ((authorized_attempt IS NULL) = (authorized_amount IS NULL)),
            CHECK ((authorized_attempt IS NULL) = (authorization_expires_at IS NULL)),
            CHECK (authorized_attempt IS NULL OR capture_method = 'manual'),
            CHECK (status <> 'requires_capture' OR authorized_attempt IS NOT NULL),
            CHECK (status = 'requires_capture' OR capture_pending_amount IS NULL)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO payment_new (tenant, id, order_id, user_id, organizer_id, event_id, amount, currency, created_at, hold_expires_at,
                hold_extended, misbehaviour, status, attempts, failure_code, action_kind, action_instructions, settled_at, unwanted,
                refunded_amount, refund_pending_amount, action_url)
            SELECT tenant, id, order_id, user_id, organizer_id, event_id, amount, currency, created_at, hold_expires_at,
                hold_extended, misbehaviour, status, attempts, failure_code, action_kind, action_instructions, settled_at, unwanted,
                refunded_amount, refund_pending_amount, action_url FROM payment;
        DROP TABLE payment;
        ALTER TABLE payment_new RENAME TO payment;
        CREATE INDEX payment_by_order ON payment (tenant, order_id);
        CREATE INDEX payment_by_user ON payment (tenant, user_id, created_at);

        CREATE TABLE provider_call_new (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('create', 'confirm', 'capture', 'poll', 'cancel', 'refund', 'poll-refund')),
            provider TEXT NOT NULL, payment_id TEXT NOT NULL, attempt INTEGER NOT NULL CHECK (attempt > 0), refund_id TEXT,
            state TEXT NOT NULL CHECK (state IN ('queued', 'waiting')),
            tries INTEGER NOT NULL CHECK (tries > 0), created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK ((refund_id IS NULL) = (kind IN ('create', 'confirm', 'capture', 'poll', 'cancel')))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO provider_call_new (tenant, id, kind, provider, payment_id, attempt, refund_id, state, tries, created_at)
            SELECT tenant, id, kind, provider, payment_id, attempt, refund_id, state, tries, created_at FROM provider_call;
        DROP TABLE provider_call;
        ALTER TABLE provider_call_new RENAME TO provider_call;
        CREATE INDEX provider_call_queue ON provider_call (tenant, created_at, id) WHERE state = 'queued';
        CREATE INDEX provider_call_of_attempt ON provider_call (tenant, payment_id, attempt);

        -- When the try that is under way began: a pending refund is asked for from then on.
        ALTER TABLE refund ADD COLUMN tried_at INTEGER;
        """
}
