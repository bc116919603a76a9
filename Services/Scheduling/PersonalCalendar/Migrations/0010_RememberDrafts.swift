import Storage

/// When organizers mean to hold their drafts. Drafts from before become known with their next change.
enum RememberDrafts: Migration {
    static let name = "0010_RememberDrafts"
    static let sql = """
        CREATE TABLE event_draft (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, organizer_id TEXT NOT NULL,
            -- Null until the organizer has chosen them.
            start_at INTEGER, end_at INTEGER,
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_draft_by_organizer ON event_draft (tenant, organizer_id);
        """
}
