import Storage

/// Whose an event is, and whether it was deleted. Rows from before learn the organizer with the next news of their event.
enum RememberOrganizers: Migration {
    static let name = "0008_RememberOrganizers"
    static let sql = """
        ALTER TABLE event ADD COLUMN organizer_id TEXT;
        ALTER TABLE event ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1));
        CREATE INDEX event_by_organizer ON event (tenant, organizer_id, end_at) WHERE organizer_id IS NOT NULL;
        """
}
