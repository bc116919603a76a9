import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `ticket`, for one tenant.
package struct TicketStore {
    private let db: Database
    private let tenant: String
    private let now: Timestamp
    package init(_ database: Database, _ tenant: TenantID, at now: Timestamp) {
        (db, self.tenant, self.now) = (database, tenant.rawValue, now)
    }

    package static let columns = """
        id, order_id, event_id, ticket_type_id, ticket_type_name, price, currency, holder_id, attendee_name, serial, version, status, \
        first_entry_at, inside, \
        blocked_because, attention, purchased_at, received_from
        """
    /// How many columns a ticket has: what a statement selects besides begins there.
    package static let width = 18
    /// The columns of a statement that calls the table `t`.
    package static let named = columns.split(separator: ",").map { "t." + $0.drop { $0 == " " } }.joined(separator: ", ")

    package func find(_ id: TicketID) throws -> Ticket? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM ticket WHERE tenant = ? AND id = ?"),
            arguments: [tenant, id.rawValue]).map(Self.ticket)
    }

    package func find(serial: String) throws -> Ticket? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM ticket WHERE tenant = ? AND serial = ?"),
            arguments: [tenant, serial]).map(Self.ticket)
    }

    package func of(order: OrderID) throws -> [Ticket] {
        try StoredRow.fetchAll(
            try db.cachedStatement(sql: "SELECT \(Self.columns) FROM ticket WHERE tenant = ? AND order_id = ? ORDER BY position"),
            arguments: [tenant, order.rawValue])
            .map(Self.ticket)
    }

    /// Writes a new ticket; false: its serial is taken. What lists of the event show and sort by is written with it: triggers would
    /// add it, each by writing the row and its place in an index again.
    package func insert(_ ticket: Ticket, position: Int) throws -> Bool {
        let state = Self.state(ticket.status)
        try db.cachedStatement(sql: """
            INSERT INTO ticket (tenant, id, order_id, event_id, position, ticket_type_id, ticket_type_name, price, currency, holder_id,
                attendee_name, serial, version, status, first_entry_at, inside, blocked_because, attention, purchased_at, received_from,
                change_number, order_number, shown_name)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
                1 + coalesce((SELECT change_number FROM ticket WHERE tenant = ?1 AND event_id = ?4 ORDER BY change_number DESC LIMIT 1), 0),
                coalesce((SELECT number FROM orders WHERE tenant = ?1 AND id = ?3), ''),
                coalesce(?11, (SELECT name FROM person WHERE tenant = ?1 AND id = ?10), ''))
            ON CONFLICT (tenant, serial) DO NOTHING
            """).run([
                tenant, ticket.id.rawValue, ticket.orderId.rawValue, ticket.eventId.rawValue, position, ticket.type.rawValue,
                ticket.typeName,
                    ticket.price.amount,
                ticket.price.currency.code, ticket.holder.rawValue, ticket.attendeeName, ticket.serial, ticket.version,
                ticket.status.name.rawValue,
                    state.firstEntry,
                state.inside, ticket.blockedBecause, ticket.attention, ticket.purchasedAt.millisecondsSinceEpoch,
                ticket.receivedFrom?.rawValue,
            ])
        return db.changesCount == 1
    }

    /// Who has entered has entered, also when the ticket is cancelled afterwards.
    ///
    /// Also ends a pending transfer of a ticket that is used, returned or blocked: in the same step, for every command that does this.
    package func update(_ ticket: Ticket) throws {
        let state = Self.state(ticket.status)
        try db.cachedStatement(sql: """
            UPDATE ticket SET version = ?1, status = ?2, first_entry_at = iif(?2 = 'cancelled', first_entry_at, ?3), inside = ?4,
                blocked_because = ?5
            WHERE tenant = ?6 AND id = ?7
            """).run([
                ticket.version, ticket.status.name.rawValue, state.firstEntry, state.inside, ticket.blockedBecause, tenant,
                ticket.id.rawValue,
            ])
        guard ticket.status != .valid || ticket.blockedBecause != nil else { return }
        try db.cachedStatement(sql: """
            UPDATE ticket_transfer SET status = 'cancelled' WHERE tenant = ? AND ticket_id = ? AND status = 'pending' AND expires_at > ?
            """).run([tenant, ticket.id.rawValue, now.millisecondsSinceEpoch])
    }

    /// Valid tickets that somebody was given, of events that are not over.
    package func received(by holder: User.ID, limit: Int) throws -> [Ticket] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.named) FROM ticket t JOIN event e ON e.tenant = t.tenant AND e.id = t.event_id
            WHERE t.tenant = ? AND t.holder_id = ? AND t.received_from IS NOT NULL AND t.status = 'valid' AND e.end_at > ?
            ORDER BY t.id LIMIT ?
            """), arguments: [tenant, holder.rawValue, now.millisecondsSinceEpoch, limit]).map(Self.ticket)
    }

    /// Those of an order that are its buyer's, or were: what others were given is theirs to see.
    package func shown(of order: TicketOrder) throws -> [Ticket] { try of(order: order.id).filter { $0.holder == order.buyer } }

    /// Tickets of an order that are valid or used.
    package func activeCount(of order: OrderID) throws -> Int {
        try Int.fetchOne(
            try db.cachedStatement(sql: "SELECT count(*) FROM ticket WHERE tenant = ? AND order_id = ? AND status IN ('valid', 'used')"),
            arguments: [tenant, order.rawValue]) ?? 0
    }

    package enum Filter: String, Sendable, CaseIterable { case upcoming, past, all }

    /// A holder's tickets. Upcoming: of events that have not ended, valid, used or cancelled, soonest first; past:
    /// ended, latest first; all: newest first.
    package func page(of holder: User.ID, _ filter: Filter, now: Timestamp, limit: Int, offset: Int) throws -> (tickets: [Ticket],
        total: Int) {
        let from = "FROM ticket t JOIN event e ON e.tenant = t.tenant AND e.id = t.event_id WHERE t.tenant = ? AND t.holder_id = ? AND "
        let (condition, order) =
            switch filter {
            case .upcoming: ("e.end_at > ? AND t.status IN ('valid', 'used', 'cancelled')", "e.start_at, t.id")
            case .past: ("e.end_at <= ?", "e.end_at DESC, t.id")
            case .all: ("? IS NOT NULL", "t.purchased_at DESC, t.order_id, t.position")
            }
        let arguments: StatementArguments = [tenant, holder.rawValue, now.millisecondsSinceEpoch]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) \(from) \(condition)"), arguments: arguments) ?? 0
        let rows = try StoredRow.fetchAll(
            try db.cachedStatement(sql: "SELECT \(Self.named) \(from) \(condition) ORDER BY \(order) LIMIT ? OFFSET ?"),
                                    arguments: arguments + [limit, offset])
        return (try rows.map(Self.ticket), total)
    }

    /// Money and tickets of an erased holder stay; the names on them go, and what the organizer wrote when blocking one.
    package func eraseNames(of holder: User.ID) throws {
        try db.cachedStatement(sql: """
            UPDATE ticket SET attendee_name = NULL, blocked_because = iif(blocked_because IS NULL, NULL, '')
            WHERE tenant = ? AND holder_id = ?
            """).execute(arguments: [tenant, holder.rawValue])
    }

    private static func state(_ status: TicketStatus) -> (firstEntry: Int64?, inside: Bool) {
        switch status {
        case .used(let firstEntry, let inside): (firstEntry.millisecondsSinceEpoch, inside)
        case .valid, .transferred, .cancelled, .refunded: (nil, false)
        }
    }

    package static func ticket(_ row: StoredRow) throws -> Ticket {
        guard let currency = Currency(row[6]), let name = TicketStatus.Name(rawValue: row[11]) else {
            throw UnreadableRow("ticket \(row[0] as String)")
        }
        let status: TicketStatus
        switch name {
        case .valid: status = .valid
        case .used:
            guard let entry: Int64 = row[12] else { throw UnreadableRow("entry of ticket \(row[0] as String)") }
            status = .used(firstEntry: Timestamp(millisecondsSinceEpoch: entry), inside: row[13])
        case .transferred: status = .transferred
        case .cancelled: status = .cancelled
        case .refunded: status = .refunded
        }
        return Ticket(
            id: TicketID(row[0]), orderId: OrderID(row[1]), eventId: EventID(row[2]), type: TicketTypeID(row[3]), typeName: row[4],
                price: Money(row[5], currency),
            holder: User.ID(row[7]), attendeeName: row[8], serial: row[9], version: row[10], status: status, blockedBecause: row[14],
            attention: row[15], purchasedAt: Timestamp(millisecondsSinceEpoch: row[16]),
            receivedFrom: (row[17] as String?).map { TicketID($0) },
            entryBeforeEnd: status == .cancelled ? (row[12] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } : nil)
    }
}
