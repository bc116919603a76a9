import Contracts
import GRDB
import Kernel
import SchedulingEventReminders

/// Rows of `calendar_ticket`.
struct CalendarTicketStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    func find(_ id: TicketID) throws -> CalendarTicket? {
        let statement = try database.cachedStatement(sql: """
            SELECT event_id, holder_id, serial, type_name, state, ended_at FROM calendar_ticket WHERE tenant = ? AND id = ?
            """)
        return try Row.fetchOne(statement, arguments: [tenant, id.rawValue]).map { row in
            let endedAt = (row[5] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
            guard let state = CalendarTicket.State(row[4], endedAt: endedAt) else { throw UnreadableTicket(id: id) }
            return CalendarTicket(id: id, eventId: EventID(row[0] as String), holder: User.ID(row[1] as String), serial: row[2],
                                  typeName: row[3], state: state)
        }
    }

    /// The file was written by something else.
    struct UnreadableTicket: Error { let id: TicketID }

    /// A ticket that is here already stays as it is.
    func add(_ ticket: CalendarTicket) throws {
        try database.cachedStatement(sql: """
            INSERT INTO calendar_ticket (tenant, id, event_id, holder_id, serial, type_name, state, ended_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [
                tenant, ticket.id.rawValue, ticket.eventId.rawValue, ticket.holder.rawValue, ticket.serial, ticket.typeName,
                ticket.state.name.rawValue, ticket.state.endedAt?.millisecondsSinceEpoch,
            ])
    }

    /// The first end counts.
    func end(_ id: TicketID, as state: CalendarTicket.State) throws {
        try database.cachedStatement(sql: """
            UPDATE calendar_ticket SET state = ?, ended_at = ? WHERE tenant = ? AND id = ? AND state = 'active'
            """).execute(arguments: [state.name.rawValue, state.endedAt?.millisecondsSinceEpoch, tenant, id.rawValue])
    }

    func forget(holder: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM calendar_ticket WHERE tenant = ? AND holder_id = ?")
            .execute(arguments: [tenant, holder.rawValue])
    }

    /// An event with how many tickets somebody has for it.
    struct Attended {
        let event: ScheduledEvent
        let active: Int
        /// Ended with the event itself.
        let cancelled: Int
    }

    /// Events that somebody has tickets for, or had until they were cancelled, that end after an instant and start at
    /// `startingUntil` at the latest; the first to start first.
    func events(of holder: User.ID, endingAfter: Timestamp, startingUntil: Timestamp = .distantFuture, limit: Int) throws -> [Attended] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(EventStore.columns), sum(t.state = 'active'), sum(t.state = 'event-cancelled')
            FROM calendar_ticket t CROSS JOIN event ON event.tenant = t.tenant AND event.id = t.event_id
            WHERE t.tenant = ? AND t.holder_id = ? AND t.state <> 'ended' AND event.end_at > ? AND event.start_at <= ?
            GROUP BY t.event_id ORDER BY event.start_at, event.id LIMIT ?
            """)
        return try Row.fetchAll(statement, arguments: [
            tenant, holder.rawValue, endingAfter.millisecondsSinceEpoch, startingUntil.millisecondsSinceEpoch, limit,
        ]).map { Attended(event: EventStore.event($0), active: $0[15], cancelled: $0[16]) }
    }
}
