import Storage

/// The claim primitive: what can be claimed, the claims, and their lines. Knows nothing of tickets.
enum CreateClaims: Migration {
    static let name = "0001_CreateClaims"
    static let sql = """
        CREATE TABLE resource (
            tenant TEXT NOT NULL, resource_id TEXT NOT NULL,
            -- Which kind of listing it belongs to: `event`.
            kind TEXT NOT NULL,
            -- What it is part of: the event of a ticket type.
            scope_id TEXT NOT NULL,
            quantity INTEGER NOT NULL CHECK (quantity >= 0),
            sold INTEGER NOT NULL DEFAULT 0 CHECK (sold >= 0),
            held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
            offered INTEGER NOT NULL DEFAULT 0 CHECK (offered >= 0),
            -- Overselling is not a bug that can be written: the row refuses it.
            CHECK (sold + held + offered <= quantity),
            PRIMARY KEY (tenant, resource_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE claim (
            tenant TEXT NOT NULL, claim_id TEXT NOT NULL,
            scope_id TEXT NOT NULL, holder_id TEXT NOT NULL, user_id TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('held', 'confirmed', 'released', 'expired')),
            -- Null: for good.
            expires_at INTEGER,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, claim_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX claim_by_holder ON claim (tenant, holder_id);
        CREATE INDEX claim_held_by_end ON claim (tenant, scope_id, expires_at) WHERE state = 'held';

        CREATE TABLE claim_line (
            tenant TEXT NOT NULL, claim_id TEXT NOT NULL, resource_id TEXT NOT NULL,
            quantity INTEGER NOT NULL CHECK (quantity > 0),
            returned INTEGER NOT NULL DEFAULT 0 CHECK (returned >= 0 AND returned <= quantity),
            unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
            PRIMARY KEY (tenant, claim_id, resource_id),
            FOREIGN KEY (tenant, claim_id) REFERENCES claim (tenant, claim_id),
            FOREIGN KEY (tenant, resource_id) REFERENCES resource (tenant, resource_id)
        ) STRICT, WITHOUT ROWID;

        -- What each person holds and has bought within a scope: limits per person, and who is affected when it is cancelled.
        CREATE TABLE holding (
            tenant TEXT NOT NULL, scope_id TEXT NOT NULL, user_id TEXT NOT NULL,
            held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
            bought INTEGER NOT NULL DEFAULT 0 CHECK (bought >= 0),
            PRIMARY KEY (tenant, scope_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX holding_by_user ON holding (tenant, user_id);

        -- Returns that were taken: the same one twice returns once.
        CREATE TABLE stock_return (
            tenant TEXT NOT NULL, return_id TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, return_id)
        ) STRICT, WITHOUT ROWID;
        """
}
