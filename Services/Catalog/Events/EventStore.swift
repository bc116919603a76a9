import Contracts
import GRDB
import Kernel
import Storage

/// An event as one person sees it: with its organizer, and what the person has to do with both.
package struct SeenEvent: Sendable {
    package struct Organizer: Sendable {
        package let name: String
        package let isVerified: Bool
        package let followerCount: Int
        package init(name: String, isVerified: Bool, followerCount: Int) {
            (self.name, self.isVerified, self.followerCount) = (name, isVerified, followerCount)
        }
    }
    package var event: Event
    package let organizer: Organizer
    package let isFavorite: Bool
    package let isFollowed: Bool
    package let viewerBirthDate: CalendarDate?
    package init(event: Event, organizer: Organizer, isFavorite: Bool, isFollowed: Bool, viewerBirthDate: CalendarDate?) {
        (self.event, self.organizer, self.viewerBirthDate) = (event, organizer, viewerBirthDate)
        (self.isFavorite, self.isFollowed) = (isFavorite, isFollowed)
    }
}

package struct EventStore {
    package let database: Database
    package let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// The columns an event is read from, in the order of `EventRow`. Table aliases: `e` event, `p` its organizer.
    package static let columns = "\(ownColumns), \(organizerColumns)"
    /// What stands in the event's row.
    private static let ownColumns = """
        e.event_id, e.organizer_id, e.title, e.description, e.category, e.life, e.deleted_at, e.start_at, e.end_at, e.venue_name, \
        e.venue_address, e.venue_city,
        e.latitude, e.longitude, e.poster_url, e.age_restriction, e.max_tickets_per_user, e.payment_window_minutes, e.refund_hours_before, \
        e.transferable,
            e.re_entry,
        e.doors_open_minutes, e.wizard_step, e.version, e.created_at, e.published_at, e.updated_at, e.cancelled_at, e.cancel_reason, \
        e.favorite_count,
        e.rating_count, e.rating_sum, e.price_min, e.price_max, e.price_lowest_paid, e.is_free, e.said_low_inventory
        """
    package static let organizerColumns = "p.name, p.is_organizer AND p.is_verified, p.follower_count, p.is_suspended"
    /// The event's row for a card, which has no description, the longest text of an event.
    package static let cardColumns = ownColumns.replacing("e.description", with: "NULL")
    /// What the person `?` has to do with it; three columns, two times the same argument, then once more.
    package static let viewerColumns = """
        EXISTS (SELECT 1 FROM favorite f WHERE f.tenant = e.tenant AND f.user_id = ? AND f.event_id = e.event_id),
        EXISTS (SELECT 1 FROM follow f WHERE f.tenant = e.tenant AND f.user_id = ? AND f.organizer_id = e.organizer_id)
        """
    package static let from = "event e JOIN person p ON p.tenant = e.tenant AND p.user_id = e.organizer_id"

    /// Nil: there is none. Who may see it is the caller's question.
    package func find(_ id: EventID, seenBy user: User.ID? = nil) throws -> SeenEvent? {
        let viewer = user?.rawValue ?? ""
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns), \(Self.viewerColumns), (SELECT birth_date FROM person v WHERE v.tenant = e.tenant AND v.user_id = ?)
            FROM \(Self.from) WHERE e.tenant = ? AND e.event_id = ?
            """)
        return try StoredRow.fetchOne(statement, arguments: [viewer, viewer, viewer, tenant.rawValue, id.rawValue]).map(EventRow.seen)
    }

    /// The event, or 404 when the person may not know that it exists.
    package func require(_ id: EventID, seenBy user: User.ID?) throws -> SeenEvent {
        guard let seen = try find(id, seenBy: user), seen.event.isVisible(to: user) else { throw Rejection.notFound }
        return seen
    }

    package func exists(_ id: EventID) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM event WHERE tenant = ? AND event_id = ?)"),
                          arguments: [tenant.rawValue, id.rawValue]) ?? false
    }

    package func insert(_ event: Event) throws {
        try database.cachedStatement(sql: """
            INSERT INTO event (tenant, event_id, organizer_id, created_at, life, max_tickets_per_user, payment_window_minutes,
            transferable, re_entry,
                doors_open_minutes,
                wizard_step, version, updated_at)
            VALUES (?, ?, ?, ?, 'draft', ?, ?, 0, 0, 0, 1, 1, 0)
            """).run([tenant.rawValue, event.id.rawValue, event.organizerID.rawValue, event.createdAt.millisecondsSinceEpoch,
                                     event.terms.maxTicketsPerUser, event.terms.paymentWindowMinutes])
        try update(event)
    }

    /// Writes all that an organizer or the clock may change; counts of favorites and ratings have their own ways.
    package func update(_ event: Event) throws {
        let life: String
        var cancelled: (at: Int64, reason: String)?
        switch event.life {
        case .draft: life = "draft"
        case .published: life = "published"
        case .cancelled(let at, let reason): (life, cancelled) = ("cancelled", (at.millisecondsSinceEpoch, reason))
        }
        try database.cachedStatement(sql: """
            UPDATE event SET title = ?, description = ?, category = ?, life = ?, deleted_at = ?, start_at = ?, end_at = ?, venue_name = ?,
            venue_address = ?,
                venue_city = ?, city_folded = ?, latitude = ?, longitude = ?, poster_url = ?, age_restriction = ?, max_tickets_per_user = ?,
                    payment_window_minutes = ?,
                refund_hours_before = ?, transferable = ?, re_entry = ?, doors_open_minutes = ?, wizard_step = ?, version = ?,
            published_at = ?, updated_at = ?,
                cancelled_at = ?, cancel_reason = ?, price_min = ?, price_max = ?, price_lowest_paid = ?, is_free = ?,
            said_low_inventory = ?
            WHERE tenant = ? AND event_id = ?
            """).run([
                event.title, event.description, event.category, life, event.deletedAt?.millisecondsSinceEpoch,
                event.startDate?.millisecondsSinceEpoch,
                event.endDate?.millisecondsSinceEpoch, event.place.name, event.place.address, event.place.city, event.place.city?.folded,
                event.place.latitude,
                event.place.longitude, event.posterURL, event.ageRestriction, event.terms.maxTicketsPerUser,
                event.terms.paymentWindowMinutes,
                event.terms.refundHoursBefore, event.terms.transferable, event.terms.reEntry, event.terms.doorsOpenMinutes,
                event.wizardStep, event.version,
                event.publishedAt?.millisecondsSinceEpoch, event.updatedAt.millisecondsSinceEpoch, cancelled?.at, cancelled?.reason,
                event.prices.range?.lowerBound, event.prices.range?.upperBound, event.prices.lowestPaid, event.prices.isFree,
                event.hasPublishedLowInventory, tenant.rawValue, event.id.rawValue,
            ])
    }

    package func markLowInventoryPublished(_ id: EventID) throws {
        try database.cachedStatement(sql: "UPDATE event SET said_low_inventory = 1 WHERE tenant = ? AND event_id = ?").run([tenant.rawValue,
            id.rawValue])
    }

    /// Other published events of an organizer that touch a stretch of time; no drafts, none cancelled or deleted.
    package func others(ofOrganizer user: User.ID, than id: EventID, in window: TimeWindow) throws -> [
        (id: EventID, title: String, window: TimeWindow)] {
        try Row.fetchAll(database, sql: """
            SELECT event_id, coalesce(title, ''), start_at, end_at FROM event
            WHERE tenant = ? AND organizer_id = ? AND event_id <> ? AND life = 'published' AND deleted_at IS NULL AND start_at <= ?
            AND end_at >= ?
            ORDER BY start_at, event_id
            """, arguments: [tenant.rawValue, user.rawValue, id.rawValue, window.end.millisecondsSinceEpoch,
                             window.start.millisecondsSinceEpoch]).map {
                (EventID($0[0] as String), $0[1],
                 TimeWindow(start: Timestamp(millisecondsSinceEpoch: $0[2]), end: Timestamp(millisecondsSinceEpoch: $0[3])))
            }
    }

    /// Published events of an organizer that have not begun.
    package func upcoming(ofOrganizer user: User.ID, after now: Timestamp) throws -> [EventID] {
        try String.fetchAll(try database.cachedStatement(sql: """
            SELECT event_id FROM event WHERE tenant = ? AND organizer_id = ? AND life = 'published' AND deleted_at IS NULL
            AND start_at > ? ORDER BY start_at, event_id
            """), arguments: [tenant.rawValue, user.rawValue, now.millisecondsSinceEpoch]).map { EventID($0) }
    }

    /// Ids of all events of an organizer, deleted ones too.
    package func ids(ofOrganizer user: User.ID) throws -> [EventID] {
        try String.fetchAll(
            try database.cachedStatement(sql: "SELECT event_id FROM event WHERE tenant = ? AND organizer_id = ? ORDER BY event_id"),
            arguments: [tenant.rawValue, user.rawValue]).map { EventID($0) }
    }
}

/// Reads the columns of `EventStore.columns`, by position: names would be looked up for every row.
package enum EventRow {
    private static let ownWidth = 37
    /// The number of `EventStore.columns`: what a caller selects after them starts here.
    package static let width = ownWidth + 4

    package static func seen(_ row: StoredRow) -> SeenEvent {
        SeenEvent(event: event(row), organizer: organizer(row), isFavorite: row[width], isFollowed: row[width + 1],
                  viewerBirthDate: (row[width + 2] as String?).flatMap { CalendarDate($0) })
    }
    private static func organizer(_ row: StoredRow) -> SeenEvent.Organizer { organizer(row, from: ownWidth) }
    /// Reads `EventStore.organizerColumns`, but for the last, which begin at a column.
    package static func organizer(_ row: StoredRow, from first: Int) -> SeenEvent.Organizer {
        SeenEvent.Organizer(name: row[first], isVerified: row[first + 1], followerCount: row[first + 2])
    }

    package static func event(_ row: StoredRow) -> Event {
        var event = card(row)
        event.isOrganizerSuspended = row[ownWidth + 3]
        return event
    }
    /// Reads `EventStore.cardColumns`: nothing of the organizer.
    package static func card(_ row: StoredRow) -> Event {
        func time(_ column: Int) -> Timestamp? { (row[column] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
        let created = time(24) ?? .distantPast
        var event = Event(
            id: EventID(row[0] as String), organizerID: User.ID(row[1] as String),
            life: life(row[5], cancelledAt: time(27), reason: row[28]),
            place: Event.Place(name: row[9], address: row[10], city: row[11], latitude: row[12], longitude: row[13]),
            terms: Event.Terms(maxTicketsPerUser: row[16], paymentWindowMinutes: row[17], refundHoursBefore: row[18], transferable: row[19],
                               reEntry: row[20], doorsOpenMinutes: row[21]),
            wizardStep: row[22], version: row[23], createdAt: created, updatedAt: time(26) ?? created)
        (event.title, event.description, event.category) = (row[2], row[3], row[4])
        (event.deletedAt, event.startDate, event.endDate) = (time(6), time(7), time(8))
        (event.posterURL, event.ageRestriction, event.publishedAt) = (row[14], row[15], time(25))
        (event.favoriteCount, event.ratingCount, event.ratingSum) = (row[29], row[30], row[31])
        let range: ClosedRange<Int>? = (row[32] as Int?).flatMap { low in (row[33] as Int?).map { low...max(low, $0) } }
        event.prices = Event.PriceSummary(range: range, lowestPaid: row[34], isFree: row[35])
        event.hasPublishedLowInventory = row[36]
        return event
    }

    private static func life(_ text: String, cancelledAt: Timestamp?, reason: String?) -> Event.Life {
        switch text {
        case "published": .published
        case "cancelled": .cancelled(at: cancelledAt ?? .distantPast, reason: reason ?? "")
        default: .draft
        }
    }
}
