import Storage

/// Keys that let guests pay: only hashes are kept.
enum CreateGuestKeys: Migration {
    static let name = "0004_CreateGuestKeys"
    static let sql = """
        CREATE TABLE guest_key (
            tenant TEXT NOT NULL, secret_hash TEXT NOT NULL, payment_id TEXT NOT NULL, return_url TEXT,
            PRIMARY KEY (tenant, secret_hash), FOREIGN KEY (tenant, payment_id) REFERENCES payment (tenant, id)
        ) STRICT, WITHOUT ROWID;
        """
}
