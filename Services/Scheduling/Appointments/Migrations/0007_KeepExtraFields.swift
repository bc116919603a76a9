import Storage

/// What only one app asks about an appointment, as JSON: name → value.
enum KeepExtraFields: Migration {
    static let name = "0007_KeepExtraFields"
    static let sql = "ALTER TABLE appointment ADD COLUMN extra_fields TEXT NOT NULL DEFAULT '{}';"
}
