import Contracts
import GRDB
import Kernel

/// Who waits for what, and what is offered to them.
package struct WaitlistStore {
    let database: Database
    let tenant: TenantID

    package struct Entry: Sendable, Equatable {
        package let id: String
        package let listing: String
        /// What they wait for.
        package let subject: String
        package let user: User.ID
        package let quantity: Int
        package let isOffered: Bool
        package let reserved: Int
        package let passedOver: Int
        package let offerID: String?
        package let offerExpiresAt: Timestamp?
        package let createdAt: Timestamp
        /// From 1, among those who wait or have an offer.
        package let position: Int
    }

    private static let live = "state IN ('waiting', 'offered')"
    private static let columns = """
        w.entry_id, w.listing_id, w.subject, w.user_id, w.quantity, w.state, w.reserved, w.passed_over, w.offer_id, \
        w.offer_expires_at, w.created_at,
        1 + (SELECT count(*) FROM waitlist_entry a WHERE a.tenant = w.tenant AND a.listing_id = w.listing_id \
        AND a.subject = w.subject
            AND a.place < w.place AND a.\(live))
        """
    private static func entry(_ row: Row) -> Entry {
        Entry(id: row[0], listing: row[1], subject: row[2], user: User.ID(row[3] as String), quantity: row[4],
              isOffered: (row[5] as String) == "offered", reserved: row[6], passedOver: row[7], offerID: row[8],
              offerExpiresAt: (row[9] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
              createdAt: Timestamp(millisecondsSinceEpoch: row[10]), position: row[11])
    }

    /// Entries that wait or have an offer.
    package func find(_ id: String) throws -> Entry? {
        try Row.fetchOne(database,
                         sql: "SELECT \(Self.columns) FROM waitlist_entry w WHERE w.tenant = ? AND w.entry_id = ? AND w.\(Self.live)",
                         arguments: [tenant.rawValue, id]).map(Self.entry)
    }
    package func find(offer: String) throws -> Entry? {
        try Row.fetchOne(database,
                         sql: "SELECT \(Self.columns) FROM waitlist_entry w WHERE w.tenant = ? AND w.offer_id = ? AND w.state = 'offered'",
                         arguments: [tenant.rawValue, offer]).map(Self.entry)
    }
    package func isWaiting(_ user: User.ID, for subject: String, of listing: String) throws -> Bool {
        try Bool.fetchOne(database, sql: """
            SELECT EXISTS (SELECT 1 FROM waitlist_entry WHERE tenant = ? AND listing_id = ? AND subject = ? AND user_id = ?
            AND \(Self.live))
            """, arguments: [tenant.rawValue, listing, subject, user.rawValue]) ?? false
    }
    package func exists(_ id: String) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM waitlist_entry WHERE tenant = ? AND entry_id = ?)",
                          arguments: [tenant.rawValue, id]) ?? false
    }

    /// Those who wait for a subject, first come first.
    package func line(for subject: String, of listing: String) throws -> [Entry] {
        try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM waitlist_entry w WHERE w.tenant = ? AND w.listing_id = ? AND w.subject = ?
            AND w.state = 'waiting' ORDER BY w.place
            """), arguments: [tenant.rawValue, listing, subject]).map(Self.entry)
    }
    /// Whether anybody waits for anything of the listing: the question after every freed unit.
    package func hasLine(of listing: String) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM waitlist_entry WHERE tenant = ? AND listing_id = ? AND state = 'waiting')"),
            arguments: [tenant.rawValue, listing]) ?? false
    }
    /// Entries that wait or have an offer.
    package func length(of listing: String) throws -> Int {
        try Int.fetchOne(
            try database.cachedStatement(sql: "SELECT count(*) FROM waitlist_entry WHERE tenant = ? AND listing_id = ? AND \(Self.live)"),
            arguments: [tenant.rawValue, listing]) ?? 0
    }
    package func live(of listing: String) throws -> [Entry] {
        try Row.fetchAll(database, sql: """
            SELECT \(Self.columns) FROM waitlist_entry w WHERE w.tenant = ? AND w.listing_id = ? AND w.\(Self.live) ORDER BY w.entry_id
            """,
                         arguments: [tenant.rawValue, listing]).map(Self.entry)
    }
    /// A person's live entries, newest first.
    package func page(of user: User.ID, limit: Int, offset: Int) throws -> (entries: [Entry], total: Int) {
        let arguments: StatementArguments = [tenant.rawValue, user.rawValue]
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM waitlist_entry WHERE tenant = ? AND user_id = ? AND \(Self.live)",
                                     arguments: arguments) ?? 0
        let rows = try Row.fetchAll(database, sql: """
            SELECT \(Self.columns) FROM waitlist_entry w WHERE w.tenant = ? AND w.user_id = ? AND w.\(Self.live)
            ORDER BY w.created_at DESC, w.entry_id LIMIT \(limit) OFFSET \(offset)
            """, arguments: arguments)
        return (rows.map(Self.entry), total)
    }

    // MARK: - Changes

    package func join(_ id: String, listing: String, subject: String, user: User.ID, quantity: Int, at now: Timestamp) throws {
        try database.execute(sql: """
            INSERT INTO waitlist_entry (tenant, entry_id, listing_id, subject, user_id, quantity, place, state, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6,
                (SELECT coalesce(max(place), 0) + 1 FROM waitlist_entry WHERE tenant = ?1 AND listing_id = ?3 AND subject = ?4),
            'waiting', ?7)
            """, arguments: [tenant.rawValue, id, listing, subject, user.rawValue, quantity, now.millisecondsSinceEpoch])
    }

    /// Keeps what the line says of an entry that still waits, and takes what it reserves out of the open stock.
    package func keepWaiting(_ entry: Entry, passedOver: Int, reserved: Int) throws {
        try database.execute(sql: "UPDATE waitlist_entry SET passed_over = ?, reserved = ? WHERE tenant = ? AND entry_id = ?",
                             arguments: [passedOver, reserved, tenant.rawValue, entry.id])
        try addOffered(reserved - entry.reserved, of: entry.subject)
    }
    package func offer(_ entry: Entry, offerID: String, until end: Timestamp) throws {
        try database.execute(sql: """
            UPDATE waitlist_entry SET state = 'offered', reserved = quantity, offer_id = ?, offer_expires_at = ?
            WHERE tenant = ? AND entry_id = ?
            """,
                             arguments: [offerID, end.millisecondsSinceEpoch, tenant.rawValue, entry.id])
        try addOffered(entry.quantity - entry.reserved, of: entry.subject)
    }
    /// An entry ends; what was kept for it is free.
    package func end(_ entry: Entry, as state: String) throws {
        try database.execute(sql: """
            UPDATE waitlist_entry SET state = ?, reserved = 0, offer_id = NULL, offer_expires_at = NULL WHERE tenant = ? AND entry_id = ?
            """,
                             arguments: [state, tenant.rawValue, entry.id])
        try addOffered(-entry.reserved, of: entry.subject)
    }
    private func addOffered(_ units: Int, of subject: String) throws {
        guard units != 0 else { return }
        try database.execute(sql: "UPDATE resource SET offered = offered + ? WHERE tenant = ? AND resource_id = ?",
                             arguments: [units, tenant.rawValue, subject])
    }
}
