import Storage

enum AddOfflineScans: Migration {
    static let name = "0008_AddOfflineScans"
    static let sql = """
        -- Null: an online scan. `scanned_at` is the time that counts.
        ALTER TABLE check_in ADD COLUMN received_at INTEGER;
        -- The phone's own time, which may run ahead.
        ALTER TABLE check_in ADD COLUMN sent_at INTEGER CHECK ((sent_at IS NULL) = (received_at IS NULL));
        -- Why R10 would have refused an uploaded scan, as judged at its first receipt; null: for no lasting reason.
        ALTER TABLE check_in ADD COLUMN problem TEXT
            CHECK (problem IN ('invalid', 'revoked', 'cancelled', 'blocked', 'wrong-gate', 'out-of-window'));
        CREATE INDEX check_in_uploaded ON check_in (tenant, ticket_id) WHERE received_at IS NOT NULL AND ticket_id IS NOT NULL;

        -- Tickets that were used before any scan of them is known here, and were scanned offline later.
        CREATE TABLE imported_entry (
            tenant TEXT NOT NULL, ticket_id TEXT NOT NULL,
            entered_at INTEGER NOT NULL, inside INTEGER NOT NULL CHECK (inside IN (0, 1)),
            PRIMARY KEY (tenant, ticket_id),
            FOREIGN KEY (tenant, ticket_id) REFERENCES ticket (tenant, id)
        ) STRICT, WITHOUT ROWID;

        -- Where the scans that are known contradict each other or the rules. A function of the scans: rows come and go.
        CREATE TABLE check_in_conflict (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('double-entry', 'admitted-invalid', 'admitted-revoked', 'admitted-cancelled',
                'admitted-blocked', 'admitted-wrong-gate', 'admitted-out-of-window', 'refused-valid', 'clock-skew')),
            ticket_id TEXT,
            -- The entry that counts, of a double entry; null there: an imported one.
            kept_nonce TEXT CHECK (kept_nonce IS NULL OR kind = 'double-entry'),
            other_nonce TEXT NOT NULL,
            -- Of the other scan: the order of the list.
            scanned_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id, id),
            FOREIGN KEY (tenant, event_id, kept_nonce) REFERENCES check_in (tenant, event_id, nonce),
            FOREIGN KEY (tenant, event_id, other_nonce) REFERENCES check_in (tenant, event_id, nonce)
        ) STRICT;
        CREATE INDEX check_in_conflict_by_time ON check_in_conflict (tenant, event_id, scanned_at, id);
        CREATE INDEX check_in_conflict_by_ticket ON check_in_conflict (tenant, ticket_id);
        CREATE INDEX check_in_conflict_by_scan ON check_in_conflict (tenant, event_id, other_nonce);
        CREATE INDEX check_in_conflict_by_kept ON check_in_conflict (tenant, event_id, kept_nonce) WHERE kept_nonce IS NOT NULL;
        """
}
