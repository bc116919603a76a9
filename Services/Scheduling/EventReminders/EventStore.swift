import Contracts
import GRDB
import Kernel

/// Rows of events.
package struct EventStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// The columns of `event(_:)`.
    package static let columns = """
        event.id, event.version, event.title, event.start_at, event.end_at, event.venue_name, event.venue_address, event.city, \
        event.latitude, event.longitude, event.organizer_name, event.organizer_id, event.cancelled, event.deleted, event.updated_at
        """
    package static func event(_ row: Row) -> ScheduledEvent {
        ScheduledEvent(id: EventID(row[0] as String), version: row[1], title: row[2],
                       startDate: Timestamp(millisecondsSinceEpoch: row[3]), endDate: Timestamp(millisecondsSinceEpoch: row[4]),
                       venue: Venue(name: row[5], address: row[6], city: row[7], latitude: row[8], longitude: row[9]),
                       organizerName: row[10], organizerId: (row[11] as String?).map { User.ID($0) }, isCancelled: row[12],
                       isDeleted: row[13], updatedAt: Timestamp(millisecondsSinceEpoch: row[14]))
    }

    package func find(_ id: EventID) throws -> ScheduledEvent? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM event WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(Self.event)
    }

    /// An organizer's events that end after an instant and start at `startingUntil` at the latest, the first to start first.
    package func of(organizer: User.ID, endingAfter: Timestamp, startingUntil: Timestamp = .distantFuture,
                    limit: Int) throws -> [ScheduledEvent] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM event WHERE tenant = ? AND organizer_id = ? AND end_at > ? AND start_at <= ?
            ORDER BY start_at, id LIMIT ?
            """)
        return try Row.fetchAll(statement, arguments: [
            tenant.rawValue, organizer.rawValue, endingAfter.millisecondsSinceEpoch, startingUntil.millisecondsSinceEpoch, limit,
        ]).map(Self.event)
    }

    /// The account of an organizer is gone: the events stay, whose they were does not.
    func forget(organizer: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE event SET organizer_id = NULL, organizer_name = '', updated_at = ? WHERE tenant = ? AND organizer_id = ?
            """).execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, organizer.rawValue])
    }

    /// An organizer's events show another name from now on.
    func rename(organizer: User.ID, to name: String, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE event SET organizer_name = ?1, updated_at = ?2 WHERE tenant = ?3 AND organizer_id = ?4 AND organizer_name <> ?1
            """).execute(arguments: [name, now.millisecondsSinceEpoch, tenant.rawValue, organizer.rawValue])
    }

    func save(_ event: ScheduledEvent) throws {
        try database.cachedStatement(sql: """
            INSERT INTO event (tenant, id, version, title, start_at, end_at, venue_name, venue_address, city, latitude, longitude,
                organizer_name, organizer_id, cancelled, deleted, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET version = excluded.version, title = excluded.title, start_at = excluded.start_at,
                end_at = excluded.end_at, venue_name = excluded.venue_name, venue_address = excluded.venue_address, city = excluded.city,
                latitude = excluded.latitude, longitude = excluded.longitude, organizer_name = excluded.organizer_name,
                organizer_id = excluded.organizer_id, cancelled = excluded.cancelled, deleted = excluded.deleted,
                updated_at = excluded.updated_at
            """).execute(arguments: [
                tenant.rawValue, event.id.rawValue, event.version, event.title, event.startDate.millisecondsSinceEpoch,
                event.endDate.millisecondsSinceEpoch, event.venue.name, event.venue.address, event.venue.city, event.venue.latitude,
                event.venue.longitude, event.organizerName, event.organizerId?.rawValue, event.isCancelled, event.isDeleted,
                event.updatedAt.millisecondsSinceEpoch,
            ])
    }
}
