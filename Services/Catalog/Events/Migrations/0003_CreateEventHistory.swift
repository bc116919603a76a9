import Storage

/// What organizers did to their events: history, edits not yet applied, and what a deletion came from.
enum CreateEventHistory: Migration {
    static let name = "0003_CreateEventHistory"
    static let sql = """
        -- Where restoring goes back to; null: not deleted.
        ALTER TABLE event ADD COLUMN deleted_life TEXT CHECK (deleted_life IN ('draft', 'published', 'cancelled'));
        -- Tickets that died with the deletion or cancellation.
        ALTER TABLE event ADD COLUMN tickets_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (tickets_cancelled >= 0);

        CREATE TABLE event_change (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, version INTEGER NOT NULL,
            at INTEGER NOT NULL, actor_id TEXT NOT NULL,
            -- JSON: [{field, before, after}]
            changes TEXT NOT NULL CHECK (json_valid(changes)),
            PRIMARY KEY (tenant, event_id, version),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- "Save draft" while editing an event that is public.
        CREATE TABLE event_pending_edit (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL,
            edit TEXT NOT NULL CHECK (json_valid(edit)), saved_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, event_id),
            FOREIGN KEY (tenant, event_id) REFERENCES event (tenant, event_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
