import Storage

/// An event that came back after it was deleted can be called off again, and nobody else may see one that is deleted.
enum RestoreEvents: Migration {
    static let name = "0025_RestoreEvents"
    static let sql = """
        ALTER TABLE event ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1));

        -- The event takes place after all: the next cancellation begins a report anew.
        ALTER TABLE event_cancellation ADD COLUMN restored INTEGER NOT NULL DEFAULT 0 CHECK (restored IN (0, 1));
        UPDATE event_cancellation SET restored = 1
            WHERE EXISTS (SELECT 1 FROM event e WHERE e.tenant = event_cancellation.tenant AND e.id = event_cancellation.event_id
                AND e.cancelled = 0);
        """
}
