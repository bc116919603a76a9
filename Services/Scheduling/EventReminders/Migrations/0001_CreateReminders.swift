import Storage

enum CreateReminders: Migration {
    static let name = "0001_CreateReminders"
    static let sql = """
        CREATE TABLE event (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            version INTEGER NOT NULL, title TEXT NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL,
            venue_name TEXT NOT NULL, venue_address TEXT, city TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
            organizer_name TEXT NOT NULL, cancelled INTEGER NOT NULL CHECK (cancelled IN (0, 1)), updated_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE favorite (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX favorite_by_user ON favorite (tenant, user_id);

        CREATE TABLE holding (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL, ticket_id TEXT NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id, ticket_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX holding_by_user ON holding (tenant, user_id);

        -- One reminder per person, event, start and offset, however many tickets.
        CREATE TABLE reminder_sent (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, user_id TEXT NOT NULL, offset_minutes INTEGER NOT NULL, start_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id, user_id, offset_minutes, start_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reminder_sent_by_user ON reminder_sent (tenant, user_id);
        """
}
