import Storage

enum AddDoor: Migration {
    static let name = "0003_AddDoor"
    static let sql = """
        CREATE INDEX person_by_email ON person (tenant, lower(email)) WHERE email IS NOT NULL;
        CREATE INDEX event_by_organizer ON event (tenant, organizer_id, start_at);

        -- Who may scan at an event besides its organizer.
        CREATE TABLE scanner (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL,
            granted_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX scanner_by_user ON scanner (tenant, user_id);

        CREATE TABLE gate (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, id TEXT NOT NULL,
            name TEXT NOT NULL, name_folded TEXT NOT NULL,
            -- JSON: ticket types it takes; empty: all.
            ticket_types TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, id),
            UNIQUE (tenant, event_id, name_folded)
        ) STRICT, WITHOUT ROWID;

        -- Every scan, also the refused ones.
        CREATE TABLE check_in (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, id TEXT NOT NULL,
            nonce TEXT NOT NULL,
            -- Of what was sent under the nonce.
            fingerprint TEXT NOT NULL,
            ticket_id TEXT, serial TEXT,
            kind TEXT NOT NULL CHECK (kind IN ('entry', 'exit')),
            -- Null: it was accepted.
            refused_because TEXT,
            forced INTEGER NOT NULL CHECK (forced IN (0, 1)),
            gate_id TEXT, gate_name TEXT, device_id TEXT,
            scanned_by TEXT NOT NULL, scanned_at INTEGER NOT NULL,
            -- JSON: what was answered.
            answer TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, id),
            UNIQUE (tenant, event_id, nonce)
        ) STRICT;
        CREATE INDEX check_in_by_ticket ON check_in (tenant, ticket_id, scanned_at) WHERE ticket_id IS NOT NULL;
        CREATE INDEX check_in_by_time ON check_in (tenant, event_id, scanned_at);
        """
}
