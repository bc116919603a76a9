import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `orders`, the orders of tickets, for one tenant. Other workflows have tables of their own.
package struct OrderStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    /// Whether there is such an order.
    package func isKnown(_ id: OrderID) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM orders WHERE tenant = ? AND id = ?)"),
            arguments: [tenant, id.rawValue]) ?? false
    }

    /// An order of tickets.
    package func find(_ id: OrderID) throws -> TicketOrder? {
        try StoredRow.fetchOne(
            try db.cachedStatement(
                sql: "SELECT \(OrderRow.columns) FROM orders WHERE tenant = ? AND id = ? AND workflow = '\(TicketSale.name)'"),
                         arguments: [tenant, id.rawValue])
            .map { try OrderRow.order($0) }
    }

    /// Writes a new order; false: its number is taken.
    package func insert(_ order: TicketOrder, workflow: String) throws -> Bool {
        let state = OrderRow.State(order.status)
        try db.cachedStatement(sql: """
            INSERT INTO orders (tenant, id, workflow, number, buyer_id, event_id, wanted, attendees, age_confirmed, sandbox, status,
            claim_id, hold_expires_at,
                hold_extended, payment_id, payment_state, late, refund_id, reason, lines, total, fee, currency, organizer_id, title,
            attention, request_id,
                placed_at, completed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, number) DO NOTHING
            """).run([
                tenant, order.id.rawValue, workflow, order.number, order.buyer.rawValue, order.eventId.rawValue,
                    try JSON.text(order.wanted),
                order.attendees.isEmpty ? nil : try JSON.text(order.attendees), order.ageConfirmed, order.sandbox, state.name, state.claim,
                    state.holdExpiresAt,
                state.holdExtended, state.payment, order.paymentState?.rawValue, state.late, state.refund, state.reason,
                    try JSON.text(order.lines),
                order.total.amount, order.fee.amount, order.total.currency.code, order.organizer?.rawValue, order.title, order.attention,
                order.request, order.placedAt.millisecondsSinceEpoch, order.completedAt?.millisecondsSinceEpoch,
            ])
        return db.changesCount == 1
    }

    /// Writes what of an order can change.
    package func update(_ order: TicketOrder) throws {
        let state = OrderRow.State(order.status)
        try db.cachedStatement(sql: """
            UPDATE orders SET status = ?, claim_id = ?, hold_expires_at = ?, hold_extended = ?, payment_id = ?, payment_state = ?, late = ?,
                refund_id = ?, reason = ?,
                lines = ?, total = ?, fee = ?, organizer_id = ?, title = ?, attention = ?, request_id = ?, completed_at = ?
            WHERE tenant = ? AND id = ?
            """).run([
                state.name, state.claim, state.holdExpiresAt, state.holdExtended, state.payment, order.paymentState?.rawValue, state.late,
                state.refund,
                    state.reason,
                try JSON.text(order.lines), order.total.amount, order.fee.amount, order.organizer?.rawValue, order.title, order.attention,
                    order.request,
                order.completedAt?.millisecondsSinceEpoch, tenant, order.id.rawValue,
            ])
    }

    /// A buyer's orders, newest first, without those the catalog refused; of all states or of one.
    package func page(of buyer: User.ID, shown: OrderStatus.Shown?, limit: Int, offset: Int) throws -> (orders: [TicketOrder], total: Int) {
        let names = OrderRow.names(shownAs: shown)
        let filter = "tenant = ? AND buyer_id = ? AND status IN (\(names.map { "'\($0)'" }.joined(separator: ", ")))"
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM orders WHERE \(filter)"),
                                     arguments: [tenant, buyer.rawValue]) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(OrderRow.columns) FROM orders WHERE \(filter) ORDER BY placed_at DESC, id DESC LIMIT ? OFFSET ?
            """),
                                    arguments: [tenant, buyer.rawValue, limit, offset])
        return (try rows.map { try OrderRow.order($0) }, total)
    }

    /// A buyer's orders, oldest first, after a given order.
    package func slice(ofBuyer buyer: User.ID, after last: (placedAt: Timestamp, id: OrderID)?, limit: Int) throws -> [OrderID] {
        try String.fetchAll(try db.cachedStatement(sql: """
            SELECT id FROM orders WHERE tenant = ? AND buyer_id = ? AND placed_at >= ? AND (placed_at, id) > (?, ?) ORDER BY placed_at, id
            LIMIT ?
            """), arguments: [tenant, buyer.rawValue, last?.placedAt.millisecondsSinceEpoch ?? 0,
                              last?.placedAt.millisecondsSinceEpoch ?? 0, last?.id.rawValue ?? "", limit]).map { OrderID($0) }
    }

    /// Orders of an event after an id, in the order of their ids: how the event's cancellation works through them.
    package func slice(ofEvent event: EventID, after id: OrderID?, limit: Int) throws -> [OrderID] {
        try String.fetchAll(
            try db.cachedStatement(sql: "SELECT id FROM orders WHERE tenant = ? AND event_id = ? AND id > ? ORDER BY id LIMIT ?"),
            arguments: [tenant, event.rawValue, id?.rawValue ?? "", limit]).map { OrderID($0) }
    }

    /// Names that an erased buyer gave for the tickets.
    package func eraseAttendees(of buyer: User.ID) throws {
        try db.cachedStatement(sql: "UPDATE orders SET attendees = NULL WHERE tenant = ? AND buyer_id = ?")
            .execute(arguments: [tenant, buyer.rawValue])
    }
}
