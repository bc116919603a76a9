import Storage

enum CreateLedger: Migration {
    static let name = "0002_CreateLedger"
    static let sql = """
        CREATE TABLE ledger_entry (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, id TEXT NOT NULL,
            kind TEXT NOT NULL, bucket TEXT NOT NULL CHECK (bucket IN ('onHold', 'available', 'pendingWithdrawals', 'withdrawn')),
            -- Minor units, signed.
            amount INTEGER NOT NULL CHECK (amount <> 0), currency TEXT NOT NULL,
            event_id TEXT, order_id TEXT, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ledger_entry_by_time ON ledger_entry (tenant, user_id, at, id);
        CREATE INDEX ledger_entry_by_event ON ledger_entry (tenant, event_id, bucket) WHERE event_id IS NOT NULL;
        CREATE TRIGGER ledger_entry_stays BEFORE UPDATE ON ledger_entry BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;
        CREATE TRIGGER ledger_entry_is_kept BEFORE DELETE ON ledger_entry BEGIN SELECT RAISE(ABORT, 'books are only added to'); END;

        CREATE TABLE order_earning (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, user_id TEXT NOT NULL, event_id TEXT NOT NULL,
            gross INTEGER NOT NULL CHECK (gross > 0), fee INTEGER NOT NULL CHECK (fee >= 0 AND fee <= gross),
            refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded >= 0 AND refunded <= gross),
            fee_reversed INTEGER NOT NULL DEFAULT 0 CHECK (fee_reversed >= 0 AND fee_reversed <= fee),
            PRIMARY KEY (tenant, order_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX order_earning_by_event ON order_earning (tenant, event_id);

        CREATE TABLE event_earning (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL, title TEXT NOT NULL,
            -- When it will be released, once the event has ended; and when it was.
            available_at INTEGER, released_at INTEGER,
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_earning_by_user ON event_earning (tenant, user_id);

        CREATE TABLE payout_account (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            type TEXT NOT NULL, reference TEXT NOT NULL, last4 TEXT NOT NULL, bank_name TEXT, account_name TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE withdrawal (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, id TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0), currency TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'settled', 'failed')), failure_code TEXT, settled_at INTEGER, \
        created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX withdrawal_by_time ON withdrawal (tenant, user_id, created_at, id);
        """
}
