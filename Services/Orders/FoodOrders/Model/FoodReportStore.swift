import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Sums over rows of `food_order`, for one tenant. Money in minor units.
package struct FoodReportStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package struct Restaurant: Sendable {
        package var counts: [String: Int] = [:]
        package var gross = 0, commission = 0, payout = 0
        package var prepared = 0, prepMilliseconds = 0
        package var accepted = 0, refused = 0
    }

    /// Released orders of a restaurant, made in this time.
    package func restaurant(_ id: RestaurantID, _ period: LocalPeriod) throws -> Restaurant {
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT status, count(*), sum(CASE WHEN status = 'delivered' THEN subtotal ELSE 0 END),
                sum(CASE WHEN status = 'delivered' THEN commission ELSE 0 END), sum(owner_amount),
                count(ready_at), sum(CASE WHEN ready_at IS NULL THEN 0 ELSE ready_at - accepted_at END), count(accepted_at),
                sum(CASE WHEN rejected = 1 OR reason = 'not_accepted' THEN 1 ELSE 0 END)
            FROM food_order WHERE tenant = ? AND restaurant_id = ? AND number > 0 AND released = 1 AND created_at >= ? AND created_at < ?
            GROUP BY status ORDER BY status
            """), [tenant, id.rawValue, Self.start(period), Self.end(period)])
        return rows.reduce(into: Restaurant()) { sums, row in
            sums.counts[row[0] as String] = row[1] as Int
            sums.gross += row[2] as Int
            sums.commission += row[3] as Int
            sums.payout += row[4] as Int
            sums.prepared += row[5] as Int
            sums.prepMilliseconds += row[6] as Int
            sums.accepted += row[7] as Int
            sums.refused += row[8] as Int
        }
    }

    package struct Sums: Sendable, Equatable {
        package var delivered = 0, cancelled = 0, gross = 0, commission = 0, deliveryFees = 0, tips = 0, refunds = 0
        package mutating func add(_ other: Sums) {
            delivered += other.delivered
            cancelled += other.cancelled
            gross += other.gross
            commission += other.commission
            deliveryFees += other.deliveryFees
            tips += other.tips
            refunds += other.refunds
        }
    }
    /// What the sums of a group are of.
    package enum Grouping: String, Sendable, CaseIterable { case day, restaurant, courier }

    /// Orders that were made in this time, by group. Days are those of a zone that is so far ahead of UTC.
    package func sums(_ period: LocalPeriod, by grouping: Grouping, dayOffset seconds: Int) throws -> [(key: String?, sums: Sums)] {
        let (from, to, offset) = (Self.start(period), Self.end(period), seconds * 1000)
        let rows: [StoredRow] = switch grouping {
        case .day:
            try StoredRow.fetchAll(try db.cachedStatement(sql: """
                SELECT CAST((created_at + ?) / 86400000 AS TEXT), \(Self.columns) FROM food_order
                WHERE tenant = ? AND created_at >= ? AND created_at < ? GROUP BY 1 ORDER BY 1
                """), [offset, tenant, from, to])
        case .restaurant:
            try StoredRow.fetchAll(try db.cachedStatement(sql: """
                SELECT restaurant_id, \(Self.columns) FROM food_order
                WHERE tenant = ? AND created_at >= ? AND created_at < ? GROUP BY 1 ORDER BY 1
                """), [tenant, from, to])
        case .courier:
            try StoredRow.fetchAll(try db.cachedStatement(sql: """
                SELECT courier_id, \(Self.columns) FROM food_order
                WHERE tenant = ? AND created_at >= ? AND created_at < ? GROUP BY 1 ORDER BY 1
                """), [tenant, from, to])
        }
        return rows.map { row in
            (row[0] as String?, Sums(delivered: row[1], cancelled: row[2], gross: row[3], commission: row[4], deliveryFees: row[5],
                                     tips: row[6], refunds: row[7]))
        }
    }
    private static let columns = """
        sum(status = 'delivered'), sum(status = 'cancelled'), sum(CASE WHEN status = 'delivered' THEN subtotal ELSE 0 END), \
        sum(CASE WHEN status = 'delivered' THEN commission ELSE 0 END), sum(CASE WHEN status = 'delivered' THEN delivery_fee ELSE 0 END), \
        sum(CASE WHEN status = 'delivered' THEN tip ELSE 0 END), sum(refunded)
        """

    private static func start(_ period: LocalPeriod) -> Int64 { period.from?.millisecondsSinceEpoch ?? 0 }
    private static func end(_ period: LocalPeriod) -> Int64 { period.to?.millisecondsSinceEpoch ?? Int64.max }
}
