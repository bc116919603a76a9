import Storage

/// Earners who were stopped: their money stays, and nobody takes it out for the time being.
enum AddSuspendedEarners: Migration {
    static let name = "0009_AddSuspendedEarners"
    static let sql = """
        CREATE TABLE suspended_earner (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        """
}
