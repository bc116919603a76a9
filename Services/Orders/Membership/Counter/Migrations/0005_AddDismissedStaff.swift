import Storage

enum AddDismissedStaff: Migration {
    static let name = "0005_AddDismissedStaff"
    static let sql = """
        -- People whose role at the counter was taken away, as auth says. A shop may still list them: binding and role are two steps of an \
        administrator.
        CREATE TABLE dismissed_staff (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        """
}
