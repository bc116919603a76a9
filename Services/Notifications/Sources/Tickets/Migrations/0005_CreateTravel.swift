import Storage

enum CreateTravel: Migration {
    static let name = "0005_CreateTravel"
    static let sql = """
        -- How far somebody goes for an event. May be told before the account is: topics have no order among each other.
        CREATE TABLE travel (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, max_km REAL NOT NULL CHECK (max_km > 0),
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        """
}
