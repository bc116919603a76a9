import Contracts
import GRDB
import Kernel

/// Rows of support tickets and of what was said about them.
package struct SupportTicketStore {
    let database: Database
    let tenant: TenantID

    // MARK: - Tickets

    private static let columns = """
        ticket_id, user_id, email, language, category, subject, order_id, event_id, created_at, state, updated_at, answered_at, closed_at
        """
    private static func ticket(_ row: Row) throws -> SupportTicket {
        func time(_ column: Int) -> Timestamp? { (row[column] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
        guard let status = SupportStatus(rawValue: row[9]) else { throw Unreadable(state: row[9]) }
        return SupportTicket(id: row[0], userID: (row[1] as String?).map { User.ID($0) }, email: row[2], language: row[3], category: row[4],
                             subject: row[5], orderID: (row[6] as String?).map { OrderID($0) },
                             eventID: (row[7] as String?).map { EventID($0) }, createdAt: time(8) ?? .distantPast, status: status,
                             updatedAt: time(10) ?? .distantPast, answeredAt: time(11), closedAt: time(12))
    }
    struct Unreadable: Error { let state: String }

    func find(_ id: String) throws -> SupportTicket? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM support_ticket WHERE tenant = ? AND ticket_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id]).map(Self.ticket)
    }
    func insert(_ ticket: SupportTicket) throws {
        try database.cachedStatement(sql: """
            INSERT INTO support_ticket (tenant, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, ticket.id, ticket.userID?.rawValue, ticket.email, ticket.language, ticket.category, ticket.subject,
                ticket.orderID?.rawValue, ticket.eventID?.rawValue, ticket.createdAt.millisecondsSinceEpoch, ticket.status.rawValue,
                ticket.updatedAt.millisecondsSinceEpoch, ticket.answeredAt?.millisecondsSinceEpoch,
                ticket.closedAt?.millisecondsSinceEpoch,
            ])
    }
    func update(_ ticket: SupportTicket) throws {
        try database.cachedStatement(sql: """
            UPDATE support_ticket SET state = ?, updated_at = ?, answered_at = ?, closed_at = ? WHERE tenant = ? AND ticket_id = ?
            """).execute(arguments: [
                ticket.status.rawValue, ticket.updatedAt.millisecondsSinceEpoch, ticket.answeredAt?.millisecondsSinceEpoch,
                ticket.closedAt?.millisecondsSinceEpoch, tenant.rawValue, ticket.id,
            ])
    }

    /// Newest first. Nil: of everybody, in every state.
    func page(of user: User.ID?, in status: SupportStatus?, limit: Int, offset: Int) throws -> (tickets: [SupportTicket], total: Int) {
        var condition = "tenant = ?", values: [DatabaseValue] = [tenant.rawValue.databaseValue]
        if let user {
            condition += " AND user_id = ?"
            values.append(user.rawValue.databaseValue)
        }
        if let status {
            condition += " AND state = ?"
            values.append(status.rawValue.databaseValue)
        }
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM support_ticket WHERE \(condition)"),
                                     arguments: StatementArguments(values)) ?? 0
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM support_ticket WHERE \(condition) ORDER BY created_at DESC, ticket_id DESC LIMIT ? OFFSET ?
            """)
        let rows = try Row.fetchAll(statement, arguments: StatementArguments(values + [limit.databaseValue, offset.databaseValue]))
        return (try rows.map(Self.ticket), total)
    }

    // MARK: - Messages

    private static func message(_ row: Row) -> SupportTicket.Message {
        SupportTicket.Message(id: row[0], author: SupportAuthor(rawValue: row[1]) ?? .user, body: row[2],
                              at: Timestamp(millisecondsSinceEpoch: row[3]))
    }
    /// Oldest first.
    func messages(of ticket: String) throws -> [SupportTicket.Message] {
        let statement = try database.cachedStatement(
            sql: "SELECT message_id, author, body, at FROM support_message WHERE tenant = ? AND ticket_id = ? ORDER BY position")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, ticket]).map(Self.message)
    }
    /// The first one.
    func opening(of ticket: String) throws -> SupportTicket.Message? {
        let statement = try database.cachedStatement(
            sql: "SELECT message_id, author, body, at FROM support_message WHERE tenant = ? AND ticket_id = ? ORDER BY position LIMIT 1")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, ticket]).map(Self.message)
    }
    func messageCount(of ticket: String) throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT count(*) FROM support_message WHERE tenant = ? AND ticket_id = ?")
        return try Int.fetchOne(statement, arguments: [tenant.rawValue, ticket]) ?? 0
    }
    func add(_ message: SupportTicket.Message, by agent: User.ID?, position: Int, to ticket: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO support_message (tenant, ticket_id, position, message_id, author, agent_id, body, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [tenant.rawValue, ticket, position, message.id, message.author.rawValue, agent?.rawValue, message.body,
                                     message.at.millisecondsSinceEpoch])
    }

    // MARK: - Erasure

    /// Deletes a person's tickets; in those of others the agent loses the name. Answers the ids of the deleted ones.
    func erase(_ user: User.ID) throws -> [String] {
        let ids = try String.fetchAll(
            database, sql: "SELECT ticket_id FROM support_ticket WHERE tenant = ? AND user_id = ? ORDER BY ticket_id",
            arguments: [tenant.rawValue, user.rawValue])
        try database.execute(sql: "DELETE FROM support_ticket WHERE tenant = ? AND user_id = ?",
                             arguments: [tenant.rawValue, user.rawValue])
        try database.execute(sql: "UPDATE support_message SET agent_id = NULL WHERE tenant = ? AND agent_id = ?",
                             arguments: [tenant.rawValue, user.rawValue])
        return ids
    }
}
