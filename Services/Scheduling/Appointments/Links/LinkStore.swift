import Contracts
import GRDB
import Kernel
import SchedulingKit

/// Rows of booking links and the slots held for them.
package struct LinkStore {
    let database: Database
    let tenant: TenantID
    let currency: Currency
    /// Nil: links as stored. An instant: links in their state at that time, even if a timer has not fired.
    let instant: Timestamp?
    init(_ database: Database, _ tenant: TenantID, _ currency: Currency, asOf instant: Timestamp? = nil) {
        (self.database, self.tenant, self.currency, self.instant) = (database, tenant, currency, instant)
    }

    private static let columns = """
        id, artist_id, token, description, duration_minutes, deposit_amount, locale, state, expires_at, created_at, appointment_id, root
        """
    /// The link's booking was not paid in time, so the link can be used again.
    private static let isBack = """
        (state = 'used' AND EXISTS (SELECT 1 FROM appointment a WHERE a.tenant = booking_link.tenant AND a.id = booking_link.appointment_id
            AND a.status = 'pending' AND a.deposit_due_at <= :now))
        """
    private func link(_ row: Row) throws -> BookingLink {
        var link = written(row)
        guard let instant, link.state == .used else { return link }
        let statement = try database.cachedStatement(sql: "SELECT \(Self.isBack) FROM booking_link WHERE tenant = :tenant AND id = :id")
        let arguments: StatementArguments = ["now": instant.millisecondsSinceEpoch, "tenant": tenant.rawValue, "id": link.id]
        if try Bool.fetchOne(statement, arguments: arguments) == true { (link.state, link.appointmentId) = (.active, nil) }
        return link
    }
    private func written(_ row: Row) -> BookingLink {
        BookingLink(id: row[0], providerId: User.ID(row[1] as String), token: row[2], description: row[3], durationMinutes: row[4],
                    deposit: (row[5] as Int?).map { Money($0, currency) }, locale: row[6],
                    state: BookingLink.State(rawValue: row[7]) ?? .revoked,
                    expiresAt: Timestamp(millisecondsSinceEpoch: row[8]), createdAt: Timestamp(millisecondsSinceEpoch: row[9]),
                    appointmentId: row[10], root: row[11])
    }
    func find(_ id: Int) throws -> BookingLink? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM booking_link WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id]).map(link)
    }
    func find(_ id: Int, of provider: User.ID) throws -> BookingLink? { try find(id).flatMap { $0.providerId == provider ? $0 : nil } }
    func find(token: String) throws -> BookingLink? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM booking_link WHERE tenant = ? AND token = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, token]).map(link)
    }
    /// Throws 404 for a token that opens nothing.
    func require(token: String) throws -> BookingLink {
        guard let link = try find(token: token) else { throw Rejection(404, "booking-link-not-found", "There is no such link.") }
        return link
    }
    func insert(_ link: BookingLink) throws {
        try database.cachedStatement(sql: """
            INSERT INTO booking_link (tenant, id, artist_id, token, description, duration_minutes, deposit_amount, locale, state,
            expires_at, created_at,
                appointment_id, root) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, link.id, link.providerId.rawValue, link.token, link.description, link.durationMinutes,
                link.deposit?.amount, link.locale,
                link.state.rawValue, link.expiresAt.millisecondsSinceEpoch, link.createdAt.millisecondsSinceEpoch, link.appointmentId,
                link.root,
            ])
    }
    func update(_ link: BookingLink) throws {
        try database.cachedStatement(
            sql: "UPDATE booking_link SET state = ?, expires_at = ?, appointment_id = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [link.state.rawValue, link.expiresAt.millisecondsSinceEpoch, link.appointmentId, tenant.rawValue, link.id])
    }
    /// Deletes the description, because it belongs to the customer's data.
    func forgetDescription(of link: BookingLink) throws {
        try database.execute(sql: "UPDATE booking_link SET description = '' WHERE tenant = ? AND id = ?",
                             arguments: [tenant.rawValue, link.id])
    }
    /// Links with data of customers: a description or photos.
    /// - Parameter end: only links that had ended by then without a booking.
    package func withData(of provider: User.ID, endedBy end: Timestamp? = nil) throws -> [BookingLink] {
        let rows = try Row.fetchAll(database, sql: """
            SELECT \(Self.columns) FROM booking_link
            WHERE tenant = :tenant AND artist_id = :artist AND (:end IS NULL OR (state <> 'used' AND expires_at <= :end))
            AND (description <> ''
                OR EXISTS (SELECT 1 FROM photo p WHERE p.tenant = booking_link.tenant AND p.owner_kind = 'link'
            AND p.owner_id = booking_link.id)) ORDER BY id
            """, arguments: ["tenant": tenant.rawValue, "artist": provider.rawValue, "end": end?.millisecondsSinceEpoch])
        return try rows.map(link)
    }
    func activeCount(of provider: User.ID, at now: Timestamp) throws -> Int {
        try Int.fetchOne(database, sql: """
            SELECT count(*) FROM booking_link WHERE tenant = :tenant AND artist_id = :artist AND expires_at > :now
            AND (state = 'active' OR \(Self.isBack))
            """, arguments: ["tenant": tenant.rawValue, "artist": provider.rawValue, "now": now.millisecondsSinceEpoch]) ?? 0
    }
    package func unused(of provider: User.ID) throws -> [BookingLink] {
        try Row.fetchAll(
            database, sql: "SELECT \(Self.columns) FROM booking_link WHERE tenant = ? AND artist_id = ? AND state = 'active' ORDER BY id",
            arguments: [tenant.rawValue, provider.rawValue]).map(link)
    }
    /// Newest first, with how many there are in all.
    func page(of provider: User.ID, status: BookingLink.Status?, at now: Timestamp, offset: Int, limit: Int) throws -> (
        links: [BookingLink], total: Int) {
        let condition = switch status {
        case nil: "1"
        case .active: "(state = 'active' OR \(Self.isBack)) AND expires_at > :now"
        case .expired: "(state = 'active' OR \(Self.isBack)) AND expires_at <= :now"
        case .used: "state = 'used' AND NOT \(Self.isBack)"
        case .revoked: "state = 'revoked'"
        }
        let arguments: StatementArguments = ["tenant": tenant.rawValue, "artist": provider.rawValue, "now": now.millisecondsSinceEpoch,
                                             "limit": limit, "offset": offset]
        let filter = """
            FROM booking_link WHERE tenant = :tenant AND artist_id = :artist AND :now IS NOT NULL AND :limit > 0 AND :offset >= 0 \
            AND \(condition)
            """
        let total = try Int.fetchOne(database, sql: "SELECT count(*) \(filter)", arguments: arguments) ?? 0
        let rows = try Row.fetchAll(database, sql: "SELECT \(Self.columns) \(filter) ORDER BY id DESC LIMIT :limit OFFSET :offset",
                                    arguments: arguments)
        return (try rows.map(link), total)
    }

    // MARK: - Holds

    private static let holdColumns = "id, link_id, artist_id, kind, state, starts_at, ends_at, expires_at"
    private func hold(_ row: Row) -> SlotHold {
        SlotHold(id: row[0], linkId: row[1], providerId: User.ID(row[2] as String), kind: SlotHold.Kind(rawValue: row[3]) ?? .form,
                 state: SlotHold.State(rawValue: row[4]) ?? .expired,
                 slot: Interval(start: Timestamp(millisecondsSinceEpoch: row[5]), end: Timestamp(millisecondsSinceEpoch: row[6])),
                 expiresAt: Timestamp(millisecondsSinceEpoch: row[7]))
    }
    func hold(_ id: String) throws -> SlotHold? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.holdColumns) FROM slot_hold WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id]).map(hold)
    }
    /// Not yet released; some may have expired by the clock.
    func liveHolds(of link: Int) throws -> [SlotHold] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.holdColumns) FROM slot_hold WHERE tenant = ? AND link_id = ? AND state = 'live' ORDER BY id")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, link]).map(hold)
    }
    func insert(_ hold: SlotHold) throws {
        try database.cachedStatement(sql: """
            INSERT INTO slot_hold (tenant, id, link_id, artist_id, kind, state, starts_at, ends_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, hold.id, hold.linkId, hold.providerId.rawValue, hold.kind.rawValue, hold.state.rawValue,
                hold.slot.start.millisecondsSinceEpoch, hold.slot.end.millisecondsSinceEpoch, hold.expiresAt.millisecondsSinceEpoch,
            ])
    }
    func set(_ state: SlotHold.State, of hold: SlotHold) throws {
        try database.cachedStatement(sql: "UPDATE slot_hold SET state = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [state.rawValue, tenant.rawValue, hold.id])
    }
}
