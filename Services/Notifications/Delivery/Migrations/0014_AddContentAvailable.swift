import Storage

/// Whether a push wakes the app; only of pushes.
enum AddContentAvailable: Migration {
    static let name = "0014_AddContentAvailable"
    static let sql = "ALTER TABLE development_outbox ADD COLUMN content_available INTEGER;"
}
