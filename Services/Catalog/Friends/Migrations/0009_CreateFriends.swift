import Storage

/// Who is friends with whom, and the invitations that make friends.
enum CreateFriends: Migration {
    static let name = "0009_CreateFriends"
    static let sql = """
        -- Mutual: one row for each side.
        CREATE TABLE friendship (
            tenant TEXT NOT NULL, user_id TEXT NOT NULL, friend_id TEXT NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (tenant, user_id, friend_id),
            CHECK (user_id <> friend_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friendship_by_time ON friendship (tenant, user_id, since);

        CREATE TABLE friend_invite (
            -- A keyed hash: who reads the file cannot become a friend with it.
            tenant TEXT NOT NULL, token_hash TEXT NOT NULL,
            user_id TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER,
            PRIMARY KEY (tenant, token_hash),
            CHECK (expires_at > created_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friend_invite_by_user ON friend_invite (tenant, user_id, created_at);
        """
}
