import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `event_count` and `follower_count`, beside those of `event`, for one tenant.
struct BusinessEventStore {
    private let db: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    // MARK: - What the catalog says

    func save(_ counts: EventCountsChanged) throws {
        try db.cachedStatement(sql: """
            INSERT INTO event_count (tenant, event_id, favorites, ratings, stars, deleted) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET favorites = excluded.favorites, ratings = excluded.ratings,
                stars = excluded.stars, deleted = excluded.deleted
            """).run([tenant, counts.eventId.rawValue, counts.favorites, counts.ratings, counts.stars, counts.deleted])
    }
    func save(favorites: Int, of event: EventID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO event_count (tenant, event_id, favorites) VALUES (?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET favorites = excluded.favorites
            """).run([tenant, event.rawValue, favorites])
    }
    func save(waiting: Int, for event: EventID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO event_count (tenant, event_id, waiting) VALUES (?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET waiting = excluded.waiting
            """).run([tenant, event.rawValue, waiting])
    }
    func save(followers: Int, of organizer: User.ID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO follower_count (tenant, organizer_id, followers) VALUES (?, ?, ?)
            ON CONFLICT (tenant, organizer_id) DO UPDATE SET followers = excluded.followers
            """).run([tenant, organizer.rawValue, followers])
    }

    // MARK: - What reports ask

    func followers(of organizer: User.ID) throws -> Int {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT followers FROM follower_count WHERE tenant = ? AND organizer_id = ?"),
                         arguments: [tenant, organizer.rawValue]) ?? 0
    }
    func counts(of event: EventID) throws -> EventCount {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT favorites, ratings, stars, waiting, deleted FROM event_count WHERE tenant = ? AND event_id = ?
            """), arguments: [tenant, event.rawValue])
            .map { EventCount(favorites: $0[0], ratings: $0[1], stars: $0[2], waiting: $0[3], isDeleted: $0[4]) } ?? EventCount()
    }

    /// The events of an organizer that are or were public, soonest first, without their ticket types.
    func events(of organizer: User.ID) throws -> [BusinessEvent] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT e.id, e.snapshot ->> '$.title', e.start_at, e.end_at, (e.snapshot ->> '$.doorsOpenMinutes'),
                e.cancelled = 1 OR e.snapshot ->> '$.status' = 'cancelled', coalesce(c.favorites, 0), coalesce(c.ratings, 0),
                coalesce(c.stars, 0), coalesce(c.waiting, 0), coalesce(c.deleted, 0)
            FROM event e LEFT JOIN event_count c ON c.tenant = e.tenant AND c.event_id = e.id
            WHERE e.tenant = ? AND e.organizer_id = ? ORDER BY e.start_at, e.id
            """), arguments: [tenant, organizer.rawValue]).map { row in
                let start = Timestamp(millisecondsSinceEpoch: row[2]), end = Timestamp(millisecondsSinceEpoch: row[3])
                let stage: BusinessEvent.Stage = row[5] ? .cancelled(start: start)
                    : .published(start: start, end: end, doorsOpen: start - .minutes(row[4]))
                let counts = EventCount(favorites: row[6], ratings: row[7], stars: row[8], waiting: row[9], isDeleted: row[10])
                return BusinessEvent(id: EventID(row[0]), organizer: organizer, title: row[1], stage: stage, counts: counts)
            }
    }
}
