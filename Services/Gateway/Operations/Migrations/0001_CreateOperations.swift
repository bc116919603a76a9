import Storage

enum CreateOperations: Migration {
    static let name = "0001_CreateOperations"
    static let sql = """
        CREATE TABLE operation (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            -- Who may ask: a user id, or 'guest:' and the hash of an address.
            principal TEXT NOT NULL, service TEXT NOT NULL,
            -- The request itself, for sending it again; emptied once it is answered.
            topic TEXT NOT NULL, headers BLOB NOT NULL, value BLOB NOT NULL,
            opened_at INTEGER NOT NULL, answered_at INTEGER,
            status INTEGER CHECK (status BETWEEN 100 AND 599), body BLOB, is_secret INTEGER NOT NULL DEFAULT 0 CHECK (is_secret IN (0, 1)),
            content_type TEXT, location TEXT,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX operation_unanswered ON operation (opened_at) WHERE status IS NULL;

        CREATE TABLE clock (
            tenant TEXT NOT NULL PRIMARY KEY,
            offset_milliseconds INTEGER NOT NULL CHECK (offset_milliseconds >= 0)
        ) STRICT, WITHOUT ROWID;
        """
}
