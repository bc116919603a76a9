import GRDB
import Kernel

/// A calendar as it is kept: whose it is, its zone, what differs from the tenant's settings.
public struct CalendarRecord: Sendable, Equatable {
    public let providerId: User.ID
    public var name: String
    /// Nil: the tenant's.
    public var timezone: String?
    public var changes: [String: JSONValue]
    /// Hash of the feed's secret.
    public var feedHash: String?
    public var feedCreatedAt: Timestamp?
    /// The account is gone.
    public var isClosed: Bool
    public init(providerId: User.ID, name: String = "", timezone: String? = nil, changes: [String: JSONValue] = [:],
                feedHash: String? = nil, feedCreatedAt: Timestamp? = nil, isClosed: Bool = false) {
        (self.providerId, self.name, self.timezone, self.changes) = (providerId, name, timezone, changes)
        (self.feedHash, self.feedCreatedAt, self.isClosed) = (feedHash, feedCreatedAt, isClosed)
    }
}

/// Rows of calendars, their weeks and exceptions.
package struct CalendarStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "artist_id, name, timezone, settings, feed_hash, feed_created_at, closed"
    private func record(_ row: Row) throws -> CalendarRecord {
        CalendarRecord(providerId: User.ID(row[0] as String), name: row[1], timezone: row[2],
                       changes: try JSON.decode([String: JSONValue].self, from: (row[3] as String).utf8), feedHash: row[4],
                       feedCreatedAt: (row[5] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }, isClosed: row[6])
    }
    package func find(_ provider: User.ID) throws -> CalendarRecord? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM calendar WHERE tenant = ? AND artist_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, provider.rawValue]).map(record)
    }
    /// Providers whose accounts were erased.
    package func closed() throws -> Set<User.ID> {
        let statement = try database.cachedStatement(sql: "SELECT artist_id FROM calendar WHERE tenant = ? AND closed = 1")
        return Set(try String.fetchAll(statement, arguments: [tenant.rawValue]).map { User.ID($0) })
    }
    /// The zones that providers have chosen.
    package func timezones() throws -> [(provider: User.ID, name: String)] {
        let statement = try database.cachedStatement(
            sql: "SELECT artist_id, timezone FROM calendar WHERE tenant = ? AND timezone IS NOT NULL ORDER BY artist_id")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue]).map { (User.ID($0[0] as String), $0[1]) }
    }
    package func find(feedHash: String) throws -> CalendarRecord? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM calendar WHERE tenant = ? AND feed_hash = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, feedHash]).map(record)
    }
    package func save(_ calendar: CalendarRecord) throws {
        try database.cachedStatement(sql: """
            INSERT INTO calendar (tenant, artist_id, name, timezone, settings, feed_hash, feed_created_at, closed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, artist_id) DO UPDATE SET name = excluded.name, timezone = excluded.timezone, settings = excluded.settings,
                feed_hash = excluded.feed_hash, feed_created_at = excluded.feed_created_at, closed = excluded.closed
            """).execute(arguments: [
                tenant.rawValue, calendar.providerId.rawValue, calendar.name, calendar.timezone,
                String(decoding: try JSON.encode(calendar.changes), as: UTF8.self),
                calendar.feedHash, calendar.feedCreatedAt?.millisecondsSinceEpoch, calendar.isClosed,
            ])
    }

    // MARK: - The week

    /// By day, start and id.
    package func hours(of provider: User.ID) throws -> [WorkingHours] {
        let statement = try database.cachedStatement(sql: """
            SELECT id, day_of_week, start_minute, end_minute, active FROM working_hours WHERE tenant = ? AND artist_id = ?
            ORDER BY day_of_week, start_minute, id
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, provider.rawValue]).map {
            WorkingHours(id: $0[0], dayOfWeek: $0[1], startMinute: $0[2], endMinute: $0[3], isActive: $0[4])
        }
    }
    package func save(_ row: WorkingHours, of provider: User.ID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO working_hours (tenant, id, artist_id, day_of_week, start_minute, end_minute, active) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET day_of_week = excluded.day_of_week, start_minute = excluded.start_minute,
            end_minute = excluded.end_minute,
                active = excluded.active
            """).execute(arguments: [tenant.rawValue, row.id, provider.rawValue, row.dayOfWeek, row.startMinute, row.endMinute,
                                     row.isActive])
    }
    /// False: there is none.
    package func removeHours(_ id: Int, of provider: User.ID) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM working_hours WHERE tenant = ? AND artist_id = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, provider.rawValue, id])
        return database.changesCount > 0
    }
    package func removeAllHours(of provider: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM working_hours WHERE tenant = ? AND artist_id = ?")
            .execute(arguments: [tenant.rawValue, provider.rawValue])
    }

    // MARK: - Exceptions

    /// Those that touch the days, by start and id.
    package func overrides(of provider: User.ID, from: CalendarDate, through: CalendarDate) throws -> [ScheduleOverride] {
        let statement = try database.cachedStatement(sql: """
            SELECT id, start_day, end_day, kind, start_minute, end_minute, reason FROM schedule_override
            WHERE tenant = ? AND artist_id = ? AND end_day >= ? AND start_day <= ? ORDER BY start_day, id
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, provider.rawValue, from.daysSinceEpoch, through.daysSinceEpoch])
            .compactMap { row in
            let minutes = (row[4] as Int?).flatMap { start in (row[5] as Int?).map { start..<max(start, $0) } }
            return ScheduleOverride.Kind(name: row[3], minutes: minutes).map {
                ScheduleOverride(id: row[0], startDate: CalendarDate(daysSinceEpoch: row[1]), endDate: CalendarDate(daysSinceEpoch: row[2]),
                                 kind: $0, reason: row[6])
            }
        }
    }
    package func insert(_ exception: ScheduleOverride, of provider: User.ID) throws {
        let minutes = exception.kind.minutes
        try database.cachedStatement(sql: """
            INSERT INTO schedule_override (tenant, id, artist_id, start_day, end_day, kind, start_minute, end_minute, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [tenant.rawValue, exception.id, provider.rawValue, exception.startDate.daysSinceEpoch,
                                     exception.endDate.daysSinceEpoch,
                                     exception.kind.name, minutes?.lowerBound, minutes?.upperBound, exception.reason])
    }
    package func removeAllOverrides(of provider: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM schedule_override WHERE tenant = ? AND artist_id = ?")
            .execute(arguments: [tenant.rawValue, provider.rawValue])
    }
    package func removeOverride(_ id: Int, of provider: User.ID) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM schedule_override WHERE tenant = ? AND artist_id = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, provider.rawValue, id])
        return database.changesCount > 0
    }
}
