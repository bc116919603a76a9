import Contracts
import GRDB
import Kernel
import PaymentsKit

/// Rows of the books and of what orders and events earned.
package struct LedgerStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Adds a line unless it is there. True when it is new.
    @discardableResult
    package func add(_ entry: LedgerEntry) throws -> Bool {
        try database.cachedStatement(sql: """
            INSERT INTO ledger_entry (tenant, user_id, id, kind, bucket, amount, currency, event_id, order_id, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [
                tenant.rawValue, entry.userId.rawValue, entry.id, entry.kind.rawValue, entry.bucket.rawValue, entry.amount.amount,
                entry.amount.currency.code, entry.eventId?.rawValue, entry.orderId?.rawValue, entry.at.millisecondsSinceEpoch,
            ])
        return database.changesCount > 0
    }
    package func has(_ id: String, of user: User.ID) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM ledger_entry WHERE tenant = ? AND user_id = ? AND id = ?)"),
            arguments: [tenant.rawValue, user.rawValue, id]) ?? false
    }
    package func wallet(of user: User.ID) throws -> Wallet {
        let statement = try database.cachedStatement(
            sql: "SELECT bucket, balance FROM ledger_balance WHERE tenant = ? AND user_id = ?")
        var wallet = Wallet()
        for row in try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue]) {
            if let bucket = Bucket(rawValue: row[0]) { wallet.add(row[1], to: bucket) }
        }
        return wallet
    }
    /// Minor units of an event that are on hold.
    func onHold(of event: EventID) throws -> Int {
        let statement = try database.cachedStatement(sql: """
            SELECT coalesce(sum(amount), 0) FROM ledger_entry WHERE tenant = ? AND event_id = ? AND bucket = 'onHold'
            """)
        return try Int.fetchOne(statement, arguments: [tenant.rawValue, event.rawValue]) ?? 0
    }
    package func count(of user: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT sum(entries) FROM ledger_balance WHERE tenant = ? AND user_id = ?"),
                         arguments: [tenant.rawValue, user.rawValue]) ?? 0
    }
    /// Newest first.
    package func page(of user: User.ID, limit: Int, offset: Int) throws -> [LedgerEntry] {
        let statement = try database.cachedStatement(sql: """
            SELECT id, kind, bucket, amount, currency, event_id, order_id, at FROM ledger_entry WHERE tenant = ? AND user_id = ?
            ORDER BY at DESC, id DESC LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, limit, offset]).map { try Self.entry($0, of: user) }
    }
    /// A row that begins with id, kind, bucket, amount, currency, event, order and time.
    package static func entry(_ row: Row, of user: User.ID) throws -> LedgerEntry {
        guard let kind = LedgerEntry.Kind(rawValue: row[1]), let bucket = Bucket(rawValue: row[2]) else {
            throw UnreadableRow(description: "ledger entry \(row[0] as String) is of no known kind")
        }
        return LedgerEntry(id: row[0], userId: user, kind: kind, bucket: bucket, amount: try row.money(3, 4),
                           eventId: (row[5] as String?).map { EventID($0) }, orderId: (row[6] as String?).map { OrderID($0) },
                           at: row.time(7))
    }

    // MARK: - Orders and events

    package func order(_ id: OrderID) throws -> OrderEarnings? {
        let statement = try database.cachedStatement(sql: """
            SELECT user_id, event_id, gross, fee, refunded, fee_reversed, payment_id FROM order_earning WHERE tenant = ? AND order_id = ?
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map { row in
            OrderEarnings(orderId: id, userId: User.ID(row[0] as String), eventId: EventID(row[1] as String),
                paymentId: (row[6] as String?).map { PaymentID($0) }, gross: row[2], fee: row[3],
                refunded: row[4], feeReversed: row[5])
        }
    }
    package func save(_ order: OrderEarnings) throws {
        try database.cachedStatement(sql: """
            INSERT INTO order_earning (tenant, order_id, user_id, event_id, gross, fee, refunded, fee_reversed, payment_id, released)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
                EXISTS (SELECT 1 FROM event_earning WHERE tenant = ?1 AND event_id = ?4 AND released_at IS NOT NULL))
            ON CONFLICT (tenant, order_id) DO UPDATE SET refunded = excluded.refunded, fee_reversed = excluded.fee_reversed
            """).execute(arguments: [tenant.rawValue, order.orderId.rawValue, order.userId.rawValue, order.eventId.rawValue, order.gross,
                order.fee, order.refunded, order.feeReversed, order.paymentId?.rawValue])
    }
    /// Whether the order's earnings are no longer on hold.
    package func isReleased(_ order: OrderID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT released FROM order_earning WHERE tenant = ? AND order_id = ?")
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, order.rawValue]) ?? false
    }
    /// Refunds of a sale that the provider has paid out, oldest first.
    func succeededRefunds(of order: OrderEarnings) throws -> [(id: RefundID, amount: Money)] {
        let statement = try database.cachedStatement(sql: """
            SELECT r.id, r.amount, r.currency FROM payment p JOIN refund r ON r.tenant = p.tenant AND r.payment_id = p.id
            WHERE p.tenant = ?1 AND p.order_id = ?2 AND (?3 IS NULL OR p.id = ?3) AND r.status = 'succeeded' ORDER BY r.settled_at, r.id
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, order.orderId.rawValue, order.paymentId?.rawValue]).map {
            (RefundID($0[0] as String), try $0.money(1, 2))
        }
    }

    package struct EventState { let userId: User.ID; let releasedAt: Timestamp? }
    package func event(_ id: EventID) throws -> EventState? {
        let statement =
            try database.cachedStatement(sql: "SELECT user_id, released_at FROM event_earning WHERE tenant = ? AND event_id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map { EventState(userId: User.ID($0[0] as String),
            releasedAt: $0.optionalTime(1)) }
    }
    package func saveEvent(_ id: EventID, organizer: User.ID, title: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO event_earning (tenant, event_id, user_id, title) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, event_id) DO UPDATE SET title = excluded.title
            """).execute(arguments: [tenant.rawValue, id.rawValue, organizer.rawValue, title])
    }
    func setAvailable(_ id: EventID, at due: Timestamp?) throws {
        try database.cachedStatement(
            sql: "UPDATE event_earning SET available_at = ? WHERE tenant = ? AND event_id = ? AND released_at IS NULL")
            .execute(arguments: [due?.millisecondsSinceEpoch, tenant.rawValue, id.rawValue])
    }
    package func markReleased(_ id: EventID, at now: Timestamp) throws {
        try database.cachedStatement(sql: "UPDATE event_earning SET released_at = ? WHERE tenant = ? AND event_id = ?")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, id.rawValue])
        try database.cachedStatement(sql: "UPDATE order_earning SET released = 1 WHERE tenant = ? AND event_id = ?")
            .execute(arguments: [tenant.rawValue, id.rawValue])
    }
    /// Later earnings of the event wait for another release.
    func reopen(_ id: EventID) throws {
        try database.cachedStatement(sql: "UPDATE event_earning SET released_at = NULL WHERE tenant = ? AND event_id = ?")
            .execute(arguments: [tenant.rawValue, id.rawValue])
    }

    /// The earnings of an organizer's events with sales, newest release first, then the open ones by title.
    package func events(of user: User.ID, limit: Int) throws -> [EventEarnings] {
        let statement = try database.cachedStatement(sql: """
            SELECT event_id, title, available_at, released_at, gross, fees, refunds FROM event_earning
            WHERE tenant = ? AND user_id = ? AND gross > 0 ORDER BY released_at IS NOT NULL, available_at DESC, title, event_id LIMIT ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, limit]).map { row in
            EventEarnings(eventId: EventID(row[0] as String), title: row[1], availableAt: row.optionalTime(2),
                releasedAt: row.optionalTime(3), gross: row[4], fees: row[5], refunds: row[6])
        }
    }
}

/// What one event earned, minor units.
package struct EventEarnings {
    package let eventId: EventID
    package let title: String
    let availableAt: Timestamp?
    package let releasedAt: Timestamp?
    package let gross: Int
    package let fees: Int
    package let refunds: Int
}
