import Storage

/// Which opening of sales was told: each once.
enum CreateSalesOpenings: Migration {
    static let name = "0010_CreateSalesOpenings"
    static let sql = """
        CREATE TABLE sales_opening (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL,
            -- The last one that was told.
            sales_start INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
