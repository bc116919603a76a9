import Contracts
import GRDB
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import Storage

/// What this service remembers of events, orders, tickets, favorites and followers: enough to find an audience and to say what is true now.
package struct TicketStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    // MARK: - Events

    package struct StoredEvent {
        package let organizerId: User.ID
        package let status: String
        package let facts: Facts
        package let version: Int
    }
    package func event(_ id: String) throws -> StoredEvent? {
        let statement = try database.cachedStatement(
            sql: "SELECT organizer_id, status, facts, version FROM event WHERE tenant = ? AND event_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id]).map { row in
            StoredEvent(organizerId: User.ID(row[0] as String), status: row[1], facts: try JSONColumn.value(row[2]), version: row[3])
        }
    }
    /// A snapshot older than the known one changes nothing but the status it is told with.
    package func save(_ event: TicketEvent, status: String? = nil) throws {
        var facts = EventFacts.of(event)
        facts.set("event.status", .string(status ?? event.status))
        // Null takes an earlier one away where these facts go before others (RFC 7396).
        facts.set("event.salesStart", event.salesStart.map { .string($0.wholeSeconds.description) } ?? .null)
        try database.cachedStatement(sql: """
            INSERT INTO event (tenant, event_id, version, organizer_id, status, facts) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET version = excluded.version, status = excluded.status, facts = excluded.facts
                WHERE excluded.version >= event.version
            """).execute(arguments: [tenant.rawValue, event.eventId.rawValue, event.version, event.organizerId.rawValue,
                                     status ?? event.status, try JSONColumn.text(facts)])
    }
    /// Tickets sold before and after an order.
    func sell(_ tickets: Int, of event: EventID) throws -> (before: Int, after: Int) {
        let statement = try database.cachedStatement(
            sql: "UPDATE event SET tickets_sold = tickets_sold + ? WHERE tenant = ? AND event_id = ? RETURNING tickets_sold")
        let after = try Int.fetchOne(statement, arguments: [tickets, tenant.rawValue, event.rawValue]) ?? tickets
        return (after - tickets, after)
    }
    /// Tickets that were refunded count as sold no more. Never below none: earlier releases did not count imported sales.
    func takeBack(_ tickets: Int, of event: EventID) throws {
        try database.cachedStatement(sql: "UPDATE event SET tickets_sold = max(0, tickets_sold - ?) WHERE tenant = ? AND event_id = ?")
            .execute(arguments: [tickets, tenant.rawValue, event.rawValue])
    }

    // MARK: - Relations

    package func relations(of user: String, to event: String) throws -> Set<String> {
        let statement = try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM holding WHERE tenant = ?1 AND event_id = ?2 AND user_id = ?3),
                   EXISTS (SELECT 1 FROM favorite WHERE tenant = ?1 AND event_id = ?2 AND user_id = ?3),
                   EXISTS (SELECT 1 FROM event e JOIN follow f ON f.tenant = e.tenant AND f.organizer_id = e.organizer_id
                           WHERE e.tenant = ?1 AND e.event_id = ?2 AND f.user_id = ?3),
                   EXISTS (SELECT 1 FROM event WHERE tenant = ?1 AND event_id = ?2 AND organizer_id = ?3)
            """)
        guard let row = try StoredRow.fetchOne(statement, [tenant.rawValue, event, user]) else { return [] }
        var found: Set<String> = []
        for (column, relation) in Self.derived.enumerated() where row[column] as Bool { found.insert(relation) }
        return found
    }
    /// Relations this service knows by itself.
    static let derived = ["ticket_holder", "favorited", "follows_organizer", "organizer"]

    func setFavorite(_ favorite: Bool, _ event: EventID, of user: User.ID) throws {
        let sql = favorite ? "INSERT INTO favorite (tenant, event_id, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            : "DELETE FROM favorite WHERE tenant = ? AND event_id = ? AND user_id = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [tenant.rawValue, event.rawValue, user.rawValue])
    }
    func setFollowing(_ following: Bool, _ organizer: User.ID, by user: User.ID) throws {
        let sql = following ? "INSERT INTO follow (tenant, organizer_id, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            : "DELETE FROM follow WHERE tenant = ? AND organizer_id = ? AND user_id = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [tenant.rawValue, organizer.rawValue, user.rawValue])
    }
    package func add(_ tickets: [IssuedTicket], of event: EventID) throws {
        let statement = try database.cachedStatement(sql: """
            INSERT INTO holding (tenant, event_id, user_id, ticket_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)
        for ticket in tickets {
            try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.holderId.rawValue, ticket.ticketId.rawValue])
        }
    }
    package func remove(_ tickets: [IssuedTicket], of event: EventID) throws {
        let statement =
            try database.cachedStatement(sql: "DELETE FROM holding WHERE tenant = ? AND event_id = ? AND user_id = ? AND ticket_id = ?")
        for ticket in tickets {
            try statement.execute(arguments: [tenant.rawValue, event.rawValue, ticket.holderId.rawValue, ticket.ticketId.rawValue])
        }
    }
    struct Holding {
        let userId: User.ID
        let ticketId: TicketID
    }
    /// Tickets of an event, after one of them.
    func holdings(of event: EventID, afterUser user: User.ID?, _ ticket: TicketID?, limit: Int) throws -> [Holding] {
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, ticket_id FROM holding WHERE tenant = ? AND event_id = ? AND (user_id, ticket_id) > (?, ?)
            ORDER BY user_id, ticket_id LIMIT ?
            """)
        let arguments = [tenant.rawValue, event.rawValue, user?.rawValue ?? "", ticket?.rawValue ?? ""]
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments) + [limit])
            .map { Holding(userId: User.ID($0[0] as String), ticketId: TicketID($0[1] as String)) }
    }
    package func holds(_ ticket: String, user: String) throws -> Bool {
        let statement =
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM holding WHERE tenant = ? AND user_id = ? AND ticket_id = ?)")
        return try StoredRow.fetchOne(statement, [tenant.rawValue, user, ticket]).map { $0[0] as Bool } ?? false
    }

    // MARK: - Orders

    package struct OrderFact {
        package let userId: User.ID
        package let eventId: EventID
        package let title, state, number: String
        package let total: Money
        package let placedAt, holdExpiresAt: Timestamp?
    }
    package func order(_ id: OrderID) throws -> OrderFact? {
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, event_id, title, state, number, total_amount, currency, placed_at, hold_expires_at FROM order_fact
            WHERE tenant = ? AND order_id = ?
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).flatMap { row in
            Currency(row[6] as String).map { currency in
                OrderFact(userId: User.ID(row[0] as String), eventId: EventID(row[1] as String), title: row[2], state: row[3],
                          number: row[4],
                          total: Money(row[5], currency), placedAt: (row[7] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                          holdExpiresAt: (row[8] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
            }
        }
    }
    func saveOrder(_ id: OrderID, user: User.ID, event: EventID, title: String, total: Money, state: String, number: String = "",
                   placedAt: Timestamp? = nil, holdExpiresAt: Timestamp? = nil) throws {
        try database.cachedStatement(sql: """
            INSERT INTO order_fact (tenant, order_id, user_id, event_id, title, total_amount, currency, state, number, placed_at,
            hold_expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, order_id) DO UPDATE SET title = excluded.title,
                state = iif(order_fact.state = 'awaiting', excluded.state, order_fact.state)
            """).execute(arguments: [
                tenant.rawValue, id.rawValue, user.rawValue, event.rawValue, title, total.amount, total.currency.code, state, number,
                placedAt?.millisecondsSinceEpoch, holdExpiresAt?.millisecondsSinceEpoch,
            ])
    }
    func extendHold(of id: OrderID, to end: Timestamp) throws {
        try database.cachedStatement(sql: "UPDATE order_fact SET hold_expires_at = ? WHERE tenant = ? AND order_id = ?")
            .execute(arguments: [end.millisecondsSinceEpoch, tenant.rawValue, id.rawValue])
    }
    func settleOrder(_ id: OrderID, _ state: String) throws {
        try database.cachedStatement(sql: "UPDATE order_fact SET state = ? WHERE tenant = ? AND order_id = ?")
            .execute(arguments: [state, tenant.rawValue, id.rawValue])
    }
    /// A ticket that is reported again counts once.
    func refund(_ tickets: [IssuedTicket], of order: OrderID) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO refunded_ticket (tenant, order_id, ticket_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
        for ticket in tickets { try statement.execute(arguments: [tenant.rawValue, order.rawValue, ticket.ticketId.rawValue]) }
    }
    func refundedTickets(of order: OrderID) throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT count(*) FROM refunded_ticket WHERE tenant = ? AND order_id = ?")
        return try Int.fetchOne(statement, arguments: [tenant.rawValue, order.rawValue]) ?? 0
    }
    func addPurchase(_ order: OrderID, of user: User.ID, tickets: Int, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "INSERT INTO purchase (tenant, user_id, order_id, at, tickets) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, order.rawValue, now.millisecondsSinceEpoch, tickets])
    }
    func ticketsBought(by user: String, since: Timestamp) throws -> Int {
        let statement =
            try database.cachedStatement(sql: "SELECT coalesce(sum(tickets), 0) FROM purchase WHERE tenant = ? AND user_id = ? AND at > ?")
        return try StoredRow.fetchOne(statement, [tenant.rawValue, user, since.millisecondsSinceEpoch]).map { $0[0] as Int } ?? 0
    }

    // MARK: - People who are gone

    package func forget(_ user: User.ID) throws {
        for table in ["order_fact", "holding", "favorite", "follow", "purchase"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
        }
    }
}

extension NotificationsTransaction {
    package var tickets: TicketStore { TicketStore(database, tenant) }
}

// MARK: - Audiences

extension Audience {
    package static func holders(_ event: EventID) -> Audience { Audience("holding", where: "event_id = ?", [event.rawValue]) }
    static func favoriters(_ event: EventID) -> Audience { Audience("favorite", where: "event_id = ?", [event.rawValue]) }
    static func followers(of organizer: User.ID) -> Audience { Audience("follow", where: "organizer_id = ?", [organizer.rawValue]) }
    /// Friends of somebody who hold a ticket of an event or like it.
    static func friends(of friend: User.ID, around event: EventID) -> Audience {
        Audience("(SELECT tenant, friend_id AS user_id, user_id AS named FROM friendship) f", where: """
            named = ? AND (EXISTS (SELECT 1 FROM holding h WHERE h.tenant = f.tenant AND h.event_id = ? AND h.user_id = f.user_id)
                OR EXISTS (SELECT 1 FROM favorite v WHERE v.tenant = f.tenant AND v.event_id = ? AND v.user_id = f.user_id))
            """, [friend.rawValue, event.rawValue, event.rawValue])
    }
}
