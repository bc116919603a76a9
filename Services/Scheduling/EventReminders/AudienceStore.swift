import Contracts
import GRDB
import Kernel

/// Who wants to hear of an event: holders of tickets and people who marked it.
struct AudienceStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    struct Member { let userId: User.ID; let hasTicket: Bool }

    /// The next people of an event's audience by id, each once.
    func slice(of event: EventID, after user: User.ID?, limit: Int) throws -> [Member] {
        let after = user?.rawValue ?? ""
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, max(has_ticket) FROM (
                SELECT user_id, 1 AS has_ticket FROM holding WHERE tenant = ? AND event_id = ? AND user_id > ?
                UNION ALL
                SELECT user_id, 0 FROM favorite WHERE tenant = ? AND event_id = ? AND user_id > ?
            ) GROUP BY user_id ORDER BY user_id LIMIT ?
            """)
        let arguments: StatementArguments = [tenant.rawValue, event.rawValue, after, tenant.rawValue, event.rawValue, after, limit]
        return try Row.fetchAll(statement, arguments: arguments).map { Member(userId: User.ID($0[0] as String), hasTicket: $0[1]) }
    }

    func add(_ tickets: [IssuedTicket], of event: EventID) throws {
        let statement = try database.cachedStatement(sql: """
            INSERT INTO holding (tenant, event_id, user_id, ticket_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)
        for ticket in tickets {
            try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.holderId.rawValue, ticket.ticketId.rawValue])
        }
    }
    func remove(_ tickets: [IssuedTicket], of event: EventID) throws {
        let statement =
            try database.cachedStatement(sql: "DELETE FROM holding WHERE tenant = ? AND event_id = ? AND user_id = ? AND ticket_id = ?")
        for ticket in tickets {
            try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.holderId.rawValue, ticket.ticketId.rawValue])
        }
    }
    func setFavorite(_ favorite: Bool, _ user: User.ID, of event: EventID) throws {
        let sql = favorite ? "INSERT INTO favorite (tenant, event_id, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            : "DELETE FROM favorite WHERE tenant = ? AND event_id = ? AND user_id = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [tenant.rawValue, event.rawValue, user.rawValue])
    }
    func forget(_ user: User.ID) throws {
        for table in ["favorite", "holding", "reminder_sent"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
        }
    }

    /// True the first time.
    func markReminded(_ user: User.ID, of event: ScheduledEvent, offsetMinutes: Int) throws -> Bool {
        try database.cachedStatement(sql: """
            INSERT INTO reminder_sent (tenant, event_id, user_id, offset_minutes, start_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(
                arguments: [tenant.rawValue, event.id.rawValue, user.rawValue, offsetMinutes, event.startDate.millisecondsSinceEpoch])
        return database.changesCount > 0
    }
}
