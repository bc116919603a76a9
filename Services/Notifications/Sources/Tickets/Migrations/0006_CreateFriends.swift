import Storage

enum CreateFriends: Migration {
    static let name = "0006_CreateFriends"
    static let sql = """
        -- Mutual: one row for each side.
        CREATE TABLE friendship (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, friend_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id, friend_id)
        ) STRICT, WITHOUT ROWID;
        -- Whose friends may hear where they go.
        CREATE TABLE attendance_shared (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id)
        ) STRICT, WITHOUT ROWID;
        -- Items of one person that name another one: the name goes when that account goes.
        CREATE TABLE naming (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, notification_id TEXT NOT NULL, person_id TEXT NOT NULL,
            PRIMARY KEY (tenant, user_id, notification_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX naming_by_person ON naming (tenant, person_id);
        ALTER TABLE development_outbox ADD COLUMN notification_id TEXT;
        """
}
