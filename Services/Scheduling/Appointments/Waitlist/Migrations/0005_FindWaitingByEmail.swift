import Storage

/// Finds a client who asks for erasure by address in all waitlists.
enum FindWaitingByEmail: Migration {
    static let name = "0005_FindWaitingByEmail"
    static let sql = "CREATE INDEX waitlist_entry_by_email ON waitlist_entry (tenant, lower(client_email)) WHERE client_email <> '';"
}
