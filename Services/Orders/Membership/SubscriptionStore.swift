import Contracts
import GRDB
import Kernel
import OrdersKit

/// Rows of `subscription`, for one tenant.
package struct SubscriptionStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = """
        id, user_id, start_date, end_date, months, source, price, currency, shop_id, activation_id, order_id, status, cancelled_at, \
        cancelled_on, cancel_reason, \
        created_at, cancel_cause
        """

    package func nextID() throws -> Int {
        (try Int.fetchOne(try db.cachedStatement(sql: "SELECT max(id) FROM subscription WHERE tenant = ?"), arguments: [tenant]) ?? 0) + 1
    }
    package func insert(_ period: Subscription) throws {
        try db.cachedStatement(sql: """
            INSERT INTO subscription (tenant, id, user_id, start_date, end_date, months, source, price, currency, shop_id, activation_id,
            order_id, status, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant, period.id, period.userID.rawValue, period.startDate.description, period.endDate.description, period.months,
                period.source.rawValue,
                period.price.amount, period.price.currency.code, period.shopID, period.activationID, period.orderID?.rawValue,
                period.status.name, period.createdAt.millisecondsSinceEpoch,
            ])
    }
    package func update(_ status: Subscription.Status, of id: Int) throws {
        var end: Subscription.Cancellation?
        if case .cancelled(let cancellation) = status { end = cancellation }
        try db.cachedStatement(sql: """
            UPDATE subscription SET status = ?, cancelled_at = ?, cancelled_on = ?, cancel_cause = ?, cancel_reason = ?
            WHERE tenant = ? AND id = ?
            """).execute(arguments: [status.name, end?.at.millisecondsSinceEpoch, end?.day.description, end?.cause.rawValue, end?.reason,
                                     tenant, id])
    }
    package func move(_ id: Int, to start: CalendarDate, _ end: CalendarDate) throws {
        try db.cachedStatement(sql: "UPDATE subscription SET start_date = ?, end_date = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [start.description, end.description, tenant, id])
    }
    package func find(_ id: Int) throws -> Subscription? {
        try Row.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM subscription WHERE tenant = ? AND id = ?"),
                         arguments: [tenant, id]).map(Self.period)
    }
    /// Oldest first.
    package func all(of user: User.ID) throws -> [Subscription] {
        try Row.fetchAll(
            try db.cachedStatement(sql: "SELECT \(Self.columns) FROM subscription WHERE tenant = ? AND user_id = ? ORDER BY id"),
            arguments: [tenant, user.rawValue]).map(Self.period)
    }

    private static func period(_ row: Row) throws -> Subscription {
        let unreadable = UnreadableRow("subscription \(row[0] as Int)")
        guard let start = CalendarDate(row[2] as String), let end = CalendarDate(row[3] as String),
            let source = Subscription.Source(rawValue: row[5]), let currency = Currency(row[7])
        else { throw unreadable }
        let status: Subscription.Status
        switch row[11] as String {
        case "active": status = .active
        case "expired": status = .expired
        default:
            guard let at = row[12] as Int64?, let day = (row[13] as String?).flatMap({ CalendarDate($0) }),
                  let cause = (row[16] as String?).flatMap({ Subscription.Cause(rawValue: $0) }), let reason = row[14] as String?
            else { throw unreadable }
            status = .cancelled(.init(at: Timestamp(millisecondsSinceEpoch: at), day: day, cause: cause, reason: reason))
        }
        return Subscription(id: row[0], userID: User.ID(row[1]), startDate: start, endDate: end, months: row[4], source: source,
                            price: Money(row[6], currency),
                            shopID: row[8], activationID: row[9], orderID: (row[10] as String?).map { OrderID($0) }, status: status,
                            createdAt: Timestamp(millisecondsSinceEpoch: row[15]))
    }
}
