import Storage

/// What phones report: ids, so that a repeated event counts once, and numbers by local day. Nobody's name stands here.
package enum CreateClientEvents: Migration {
    package static let name = "0013_CreateClientEvents"
    package static let sql = """
        CREATE TABLE client_event (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, received_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX client_event_by_age ON client_event (tenant, received_at);

        CREATE TABLE client_event_count (
            tenant TEXT NOT NULL, day TEXT NOT NULL, name TEXT NOT NULL, event_count INTEGER NOT NULL CHECK (event_count > 0),
            PRIMARY KEY (tenant, day, name)
        ) STRICT, WITHOUT ROWID;
        """
}
