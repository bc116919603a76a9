import Contracts
import GRDB
import Kernel

/// What this service remembers of orders and tickets: enough to find holders and to name an order's event.
struct ProjectionStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    struct OrderFact { let eventId: EventID; let title: String; let total: Money }

    func order(_ id: OrderID) throws -> OrderFact? {
        let statement = try database.cachedStatement(sql: "SELECT event_id, title, total_amount, currency FROM order_fact WHERE tenant = ? AND order_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).flatMap { row in
            Currency(row[3] as String).map { OrderFact(eventId: EventID(row[0] as String), title: row[1], total: Money(row[2], $0)) }
        }
    }
    func saveOrder(_ id: OrderID, user: User.ID, event: EventID, title: String, total: Money) throws {
        try database.cachedStatement(sql: """
            INSERT INTO order_fact (tenant, order_id, user_id, event_id, title, total_amount, currency) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, order_id) DO UPDATE SET title = excluded.title
            """).execute(arguments: [tenant.rawValue, id.rawValue, user.rawValue, event.rawValue, title, total.amount, total.currency.code])
    }
    func add(_ tickets: [IssuedTicket], of event: EventID) throws {
        let statement = try database.cachedStatement(sql: """
            INSERT INTO holding (tenant, event_id, user_id, ticket_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)
        for ticket in tickets { try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.holderId.rawValue, ticket.ticketId.rawValue]) }
    }
    func remove(_ tickets: [IssuedTicket], of event: EventID) throws {
        let statement = try database.cachedStatement(sql: "DELETE FROM holding WHERE tenant = ? AND event_id = ? AND user_id = ? AND ticket_id = ?")
        for ticket in tickets { try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.holderId.rawValue, ticket.ticketId.rawValue]) }
    }
}
