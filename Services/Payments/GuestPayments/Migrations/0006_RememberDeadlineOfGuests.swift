import Storage

/// The deadline of a guest's payment. An attempt keeps the payment open for longer, but not the purchase.
enum RememberDeadlineOfGuests: Migration {
    static let name = "0006_RememberDeadlineOfGuests"
    static let sql = "ALTER TABLE guest_key ADD COLUMN due_at INTEGER;"
}
