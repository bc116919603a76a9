import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `event_cancellation`, for one tenant. Counters change only while there is a report.
package struct CancellationStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    /// Starts a report; false: it was started before. After the event was restored it starts anew; refunds of before that are still on
    /// their way count on.
    package func start(_ event: EventID, attendees: Int, at now: Timestamp) throws -> Bool {
        try db.cachedStatement(sql: """
            INSERT INTO event_cancellation (tenant, event_id, started_at, attendees) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET started_at = excluded.started_at, attendees = excluded.attendees, told = 0,
                orders = 0, tickets = 0, closed_at = NULL, restored = 0 WHERE restored = 1
            """).run([tenant, event.rawValue, now.millisecondsSinceEpoch, attendees])
        return db.changesCount == 1
    }
    /// When the report began of a cancellation that was undone; nil: there is none, or it is under way.
    package func undoneStart(of event: EventID) throws -> Timestamp? {
        try Int64.fetchOne(try db.cachedStatement(
            sql: "SELECT started_at FROM event_cancellation WHERE tenant = ? AND event_id = ? AND restored = 1"),
            arguments: [tenant, event.rawValue]).map { Timestamp(millisecondsSinceEpoch: $0) }
    }
    /// The event takes place after all. Its report is hidden until the next cancellation starts one anew.
    package func restore(_ event: EventID) throws { try change(event, "restored = 1", []) }

    package func find(_ event: EventID) throws -> EventCancellation? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT attendees, told, orders, tickets, refunds_pending, refunds_succeeded, refunds_failed, refund_total, refunded_total,
            closed_at
            FROM event_cancellation WHERE tenant = ? AND event_id = ? AND restored = 0
            """), arguments: [tenant, event.rawValue]).map { row in
            EventCancellation(eventId: event, attendees: row[0], isEveryOrderHandled: row[1], orders: row[2], tickets: row[3],
                refundsPending: row[4], refundsSucceeded: row[5],
                              refundsFailed: row[6], refundTotal: row[7], refundedTotal: row[8],
                                  closedAt: (row[9] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
        }
    }

    /// Adds an order that was refunded with its event before both were imported. The report is closed; a buyer is one attendee.
    package func add(imported order: OrderID, by buyer: User.ID, of event: EventID, tickets: Int, refunds: Int, refunded: Int,
                     at time: Timestamp) throws {
        try db.cachedStatement(sql: """
            INSERT INTO event_cancellation (tenant, event_id, started_at, attendees, told, orders, tickets, refunds_succeeded,
                refund_total, refunded_total, closed_at)
            VALUES (?1, ?2, ?3, NOT EXISTS (SELECT 1 FROM orders WHERE tenant = ?1 AND buyer_id = ?4 AND event_id = ?2 AND id <> ?5),
                1, 1, ?6, ?7, ?8, ?8, ?3)
            ON CONFLICT (tenant, event_id) DO UPDATE SET attendees = attendees + excluded.attendees, orders = orders + excluded.orders,
                tickets = tickets + excluded.tickets, refunds_succeeded = refunds_succeeded + excluded.refunds_succeeded,
                refund_total = refund_total + excluded.refund_total, refunded_total = refunded_total + excluded.refunded_total
            """).run([
            tenant, event.rawValue, time.millisecondsSinceEpoch, buyer.rawValue, order.rawValue, tickets, refunds, refunded,
        ])
    }

    package func ordersHandled(of event: EventID, _ count: Int, isLast: Bool) throws {
        try change(event, "orders = orders + ?, told = max(told, ?)", [count, isLast])
    }
    package func ticketsWithdrawn(of event: EventID, _ count: Int) throws { try change(event, "tickets = tickets + ?", [count]) }
    package func refundAsked(of event: EventID, _ amount: Money) throws {
        try change(event, "refunds_pending = refunds_pending + 1, refund_total = refund_total + ?", [amount.amount])
    }
    package func refundSucceeded(of event: EventID, _ amount: Money) throws {
        try change(event,
            "refunds_pending = refunds_pending - 1, refunds_succeeded = refunds_succeeded + 1, refunded_total = refunded_total + ?",
            [amount.amount])
    }
    /// A refund that had failed went through after all.
    package func failedRefundSucceeded(of event: EventID, _ amount: Money) throws {
        try change(event,
            "refunds_failed = refunds_failed - 1, refunds_succeeded = refunds_succeeded + 1, refunded_total = refunded_total + ?",
            [amount.amount])
    }
    package func refundFailed(of event: EventID) throws {
        try change(event, "refunds_pending = refunds_pending - 1, refunds_failed = refunds_failed + 1", [])
    }
    package func close(_ event: EventID, at now: Timestamp) throws { try change(event, "closed_at = ?", [now.millisecondsSinceEpoch]) }

    private func change(_ event: EventID, _ assignments: String, _ values: StatementArguments) throws {
        try db.cachedStatement(sql: "UPDATE event_cancellation SET \(assignments) WHERE tenant = ? AND event_id = ?")
            .execute(arguments: values + [tenant,
            event.rawValue])
    }
}
