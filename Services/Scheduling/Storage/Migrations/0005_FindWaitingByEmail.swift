import Storage

/// A client who wants to be forgotten is found by address in all waiting lists.
enum FindWaitingByEmail: Migration {
    static let name = "0005_FindWaitingByEmail"
    static let sql = "CREATE INDEX waitlist_entry_by_email ON waitlist_entry (tenant, lower(client_email)) WHERE client_email <> '';"
}
