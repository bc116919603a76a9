import Storage

/// Events know themselves whether they are deleted since `RestoreEvents`; before, only their counts did.
enum MarkDeletedEvents: Migration {
    static let name = "0026_MarkDeletedEvents"
    static let sql = """
        UPDATE event SET deleted = 1
            WHERE EXISTS (SELECT 1 FROM event_count c WHERE c.tenant = event.tenant AND c.event_id = event.id AND c.deleted = 1);
        """
}
