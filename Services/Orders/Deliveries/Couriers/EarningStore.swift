import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `courier_earning`, for one tenant. Rows are only added.
package struct EarningStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package struct Earning: Sendable, Equatable {
        package let job: OrderID
        package let day: CalendarDate
        package let isDelivered: Bool
        /// Minor units, as the others.
        package let base: Int
        package let tip: Int
        package let cash: Int
    }
    /// The sums of a day.
    package struct Day: Sendable, Equatable {
        package let day: CalendarDate
        package let deliveries: Int
        package let base: Int
        package let tips: Int
        package let cash: Int
    }

    package func add(_ earning: Earning, to courier: User.ID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO courier_earning (tenant, courier_id, day, delivery_id, delivered, base, tip, cash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """).run([tenant, courier.rawValue, earning.day.description, earning.job.rawValue, earning.isDelivered ? 1 : 0, earning.base,
                      earning.tip, earning.cash])
    }

    /// Oldest first; days without an earning are not in it.
    package func days(of courier: User.ID, from: CalendarDate, to: CalendarDate) throws -> [Day] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT day, sum(delivered), sum(base), sum(tip), sum(cash) FROM courier_earning
            WHERE tenant = ? AND courier_id = ? AND day BETWEEN ? AND ? GROUP BY day ORDER BY day
            """), [tenant, courier.rawValue, from.description, to.description]).compactMap { row in
                CalendarDate(row[0] as String).map { Day(day: $0, deliveries: row[1], base: row[2], tips: row[3], cash: row[4]) }
            }
    }
}
