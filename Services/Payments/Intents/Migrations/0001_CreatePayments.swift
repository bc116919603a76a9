import Storage

enum CreatePayments: Migration {
    static let name = "0001_CreatePayments"
    static let sql = """
        CREATE TABLE payment (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            order_id TEXT NOT NULL, user_id TEXT NOT NULL, organizer_id TEXT, event_id TEXT,
            -- Minor units.
            amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            hold_expires_at INTEGER, hold_extended INTEGER NOT NULL DEFAULT 0 CHECK (hold_extended IN (0, 1)),
            misbehaviour TEXT,
            status TEXT NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'processing', 'failed', 'canceled',
                                                   'succeeded', 'partially_refunded', 'refunded')),
            attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            failure_code TEXT, action_kind TEXT, action_instructions TEXT,
            -- When the status became final: captured or canceled.
            settled_at INTEGER,
            unwanted INTEGER NOT NULL DEFAULT 0 CHECK (unwanted IN (0, 1)),
            refunded_amount INTEGER NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0),
            refund_pending_amount INTEGER NOT NULL DEFAULT 0 CHECK (refund_pending_amount >= 0),
            PRIMARY KEY (tenant, id),
            CHECK (refunded_amount + refund_pending_amount <= amount)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX payment_by_order ON payment (tenant, order_id);
        CREATE INDEX payment_by_user ON payment (tenant, user_id, created_at);

        CREATE TABLE attempt (
            tenant TEXT NOT NULL, payment_id TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0),
            user_id TEXT NOT NULL,
            type TEXT NOT NULL, reference TEXT NOT NULL, last4 TEXT NOT NULL, brand TEXT, exp_month INTEGER, exp_year INTEGER,
            started_at INTEGER NOT NULL, deadline_at INTEGER NOT NULL, misbehaviour TEXT,
            decision TEXT CHECK (decision IN ('approve', 'reject')),
            failure_code TEXT, failed_at INTEGER,
            PRIMARY KEY (tenant, payment_id, number),
            FOREIGN KEY (tenant, payment_id) REFERENCES payment (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX attempt_failed ON attempt (tenant, user_id, failed_at) WHERE failed_at IS NOT NULL;

        CREATE TABLE refund (
            tenant TEXT NOT NULL, id TEXT NOT NULL, payment_id TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT NOT NULL, reason TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
            tries INTEGER NOT NULL CHECK (tries >= 0), failure_code TEXT, settled_at INTEGER, created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, payment_id) REFERENCES payment (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refund_by_payment ON refund (tenant, payment_id);

        CREATE TABLE payment_method (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, id TEXT NOT NULL,
            type TEXT NOT NULL, reference TEXT NOT NULL, last4 TEXT NOT NULL, brand TEXT, exp_month INTEGER, exp_year INTEGER,
            is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)), created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX payment_method_default ON payment_method (tenant, user_id) WHERE is_default = 1;
        """
}
