import Storage

/// Until when a guest's payment is awaited. An attempt keeps a payment open for longer, not what it pays for.
enum RememberDeadlineOfGuests: Migration {
    static let name = "0006_RememberDeadlineOfGuests"
    static let sql = "ALTER TABLE guest_key ADD COLUMN due_at INTEGER;"
}
