import GRDB
import Kernel

/// Rows of people who wait.
struct SlotWaitlistStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "id, link_id, artist_id, client_name, client_email, from_day, to_day, state, hold_id, created_at"
    private func entry(_ row: Row) -> WaitlistEntry {
        WaitlistEntry(id: row[0], linkId: row[1], providerId: User.ID(row[2] as String), customerName: row[3], customerEmail: row[4],
                      from: CalendarDate(daysSinceEpoch: row[5]), to: CalendarDate(daysSinceEpoch: row[6]),
                      state: WaitlistEntry.State(rawValue: row[7]) ?? .ended, holdId: row[8],
                      createdAt: Timestamp(millisecondsSinceEpoch: row[9]))
    }
    func find(_ id: Int) throws -> WaitlistEntry? {
        try Row.fetchOne(database, sql: "SELECT \(Self.columns) FROM waitlist_entry WHERE tenant = ? AND id = ?",
                         arguments: [tenant.rawValue, id]).map(entry)
    }
    /// The one that waits or has an offer.
    func live(of link: Int) throws -> WaitlistEntry? {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM waitlist_entry WHERE tenant = ? AND link_id = ? AND state IN ('waiting', 'offered') ORDER BY id
            LIMIT 1
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, link]).map(entry)
    }
    /// In order of joining.
    func waiting(for provider: User.ID) throws -> [WaitlistEntry] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM waitlist_entry WHERE tenant = ? AND artist_id = ? AND state = 'waiting' ORDER BY id")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, provider.rawValue]).map(entry)
    }
    func save(_ entry: WaitlistEntry) throws {
        try database.cachedStatement(sql: """
            INSERT INTO waitlist_entry (tenant, id, link_id, artist_id, client_name, client_email, from_day, to_day, state, hold_id,
            created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, id) DO UPDATE SET state = excluded.state,
            hold_id = excluded.hold_id
            """).execute(arguments: [
                tenant.rawValue, entry.id, entry.linkId, entry.providerId.rawValue, entry.customerName, entry.customerEmail,
                entry.from.daysSinceEpoch,
                entry.to.daysSinceEpoch, entry.state.rawValue, entry.holdId, entry.createdAt.millisecondsSinceEpoch,
            ])
    }
    /// The entries of a link and of everyone with the same address; entries without an address never match.
    func entries(of link: Int?, orEmail email: String) throws -> [WaitlistEntry] {
        try Row.fetchAll(database, sql: """
            SELECT \(Self.columns) FROM waitlist_entry WHERE tenant = ? AND client_email <> ''
            AND (link_id = ? OR lower(client_email) = lower(?)) ORDER BY id
            """, arguments: [tenant.rawValue, link, email]).map(entry)
    }
    func all(of provider: User.ID) throws -> [WaitlistEntry] {
        try Row.fetchAll(database, sql: "SELECT \(Self.columns) FROM waitlist_entry WHERE tenant = ? AND artist_id = ? ORDER BY id",
                         arguments: [tenant.rawValue, provider.rawValue]).map(entry)
    }
    func forgetCustomer(of entry: WaitlistEntry) throws {
        try database.execute(sql: "UPDATE waitlist_entry SET client_name = '', client_email = '' WHERE tenant = ? AND id = ?",
                             arguments: [tenant.rawValue, entry.id])
    }
    /// Oldest first. `provider` nil: of all calendars.
    func page(of provider: User.ID?, state: WaitlistEntry.State?, offset: Int, limit: Int) throws -> (entries: [WaitlistEntry],
        total: Int) {
        let filter = "FROM waitlist_entry WHERE tenant = ? AND (? IS NULL OR artist_id = ?) AND (? IS NULL OR state = ?)"
        let arguments: StatementArguments = [tenant.rawValue, provider?.rawValue, provider?.rawValue, state?.rawValue, state?.rawValue]
        let total = try Int.fetchOne(database, sql: "SELECT count(*) \(filter)", arguments: arguments) ?? 0
        let rows = try Row.fetchAll(database, sql: "SELECT \(Self.columns) \(filter) ORDER BY id LIMIT ? OFFSET ?",
                                    arguments: arguments + [limit, offset])
        return (rows.map(entry), total)
    }
}
