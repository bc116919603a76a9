import Contracts
import GRDB
import Kernel

/// Rows of events.
struct EventStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    func find(_ id: EventID) throws -> ScheduledEvent? {
        let statement = try database.cachedStatement(sql: """
            SELECT version, title, start_at, end_at, venue_name, venue_address, city, latitude, longitude, organizer_name, cancelled,
            updated_at
            FROM event WHERE tenant = ? AND id = ?
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map { row in
            ScheduledEvent(id: id, version: row[0], title: row[1], startDate: Timestamp(millisecondsSinceEpoch: row[2]),
                endDate: Timestamp(millisecondsSinceEpoch: row[3]),
                           venue: Venue(name: row[4], address: row[5], city: row[6], latitude: row[7], longitude: row[8]),
                           organizerName: row[9], isCancelled: row[10], updatedAt: Timestamp(millisecondsSinceEpoch: row[11]))
        }
    }

    func save(_ event: ScheduledEvent) throws {
        try database.cachedStatement(sql: """
            INSERT INTO event (tenant, id, version, title, start_at, end_at, venue_name, venue_address, city, latitude, longitude,
            organizer_name, cancelled,
                updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET version = excluded.version, title = excluded.title, start_at = excluded.start_at,
            end_at = excluded.end_at,
                venue_name = excluded.venue_name, venue_address = excluded.venue_address, city = excluded.city,
            latitude = excluded.latitude,
                longitude = excluded.longitude, organizer_name = excluded.organizer_name, cancelled = excluded.cancelled,
            updated_at = excluded.updated_at
            """).execute(arguments: [
                tenant.rawValue, event.id.rawValue, event.version, event.title, event.startDate.millisecondsSinceEpoch,
                event.endDate.millisecondsSinceEpoch,
                event.venue.name, event.venue.address, event.venue.city, event.venue.latitude, event.venue.longitude, event.organizerName,
                event.isCancelled, event.updatedAt.millisecondsSinceEpoch,
            ])
    }
}
