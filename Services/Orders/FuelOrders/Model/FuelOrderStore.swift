import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `fuel_order`, for one tenant. Ids of phones are kept in lower case, so that one order has one id.
package struct FuelOrderStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: OrderID) throws -> FuelOrder? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM fuel_order WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(Self.order)
    }
    package func require(_ id: OrderID) throws -> FuelOrder {
        guard let order = try find(id) else { throw Rejection.notFound }
        return order
    }

    /// Numbers rise per tenant, from 10001.
    package func nextNumber() throws -> Int {
        let last = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT number FROM fuel_order WHERE tenant = ? AND number > ? ORDER BY number DESC LIMIT 1
            """), [tenant, Self.firstNumber]).map { $0[0] as Int }
        return (last ?? Self.firstNumber) + 1
    }
    private static let firstNumber = 10_000

    /// - Parameter content: what its customer sent, to know it again.
    package func insert(_ order: FuelOrder, content: String?) throws {
        try db.cachedStatement(sql: """
            INSERT INTO fuel_order (tenant, id, number, customer_id, vehicle_id, area_id, driver_id, client_order_id, content, status,
                is_open, received_at, updated_at, starts_at, ends_at, authorized, balance_due, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant, order.id.rawValue, order.number, order.customer.rawValue, order.vehicle.id.rawValue, order.areaId.rawValue,
                order.driver?.id.rawValue, order.clientOrderId?.lowercased(), content, order.status.rawValue, !order.status.isFinal,
                order.receivedAt.millisecondsSinceEpoch, order.updatedAt.millisecondsSinceEpoch,
                order.schedule.startsAt.millisecondsSinceEpoch, order.schedule.endsAt.millisecondsSinceEpoch, order.authorized,
                order.balanceDue, try JSON.text(order),
            ])
    }

    /// Writes what of an order can change.
    package func update(_ order: FuelOrder) throws {
        try db.cachedStatement(sql: """
            UPDATE fuel_order SET driver_id = ?, status = ?, is_open = ?, updated_at = ?, starts_at = ?, ends_at = ?, balance_due = ?,
                body = ?, content = CASE WHEN ? THEN NULL ELSE content END
            WHERE tenant = ? AND id = ?
            """).run([
                order.driver?.id.rawValue, order.status.rawValue, !order.status.isFinal, order.updatedAt.millisecondsSinceEpoch,
                order.schedule.startsAt.millisecondsSinceEpoch, order.schedule.endsAt.millisecondsSinceEpoch, order.balanceDue,
                try JSON.text(order), order.isForgotten, tenant, order.id.rawValue,
            ])
    }

    /// The order that a phone sent under this id, and what it sent.
    package func find(client id: String, of customer: User.ID) throws -> (order: FuelOrder, content: String?)? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT body, content FROM fuel_order WHERE tenant = ? AND customer_id = ? AND client_order_id = ?
            """), [tenant, customer.rawValue, id.lowercased()]).map { (try Self.order($0), $0[1]) }
    }
    /// The open order of a vehicle.
    package func open(of vehicle: VehicleID) throws -> OrderID? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT id FROM fuel_order WHERE tenant = ? AND vehicle_id = ? AND is_open = 1"),
                               [tenant, vehicle.rawValue]).map { OrderID($0[0] as String) }
    }
    /// The oldest order that a customer owes money for.
    package func owed(by customer: User.ID) throws -> OrderID? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT id FROM fuel_order WHERE tenant = ? AND customer_id = ? AND balance_due > 0 ORDER BY number LIMIT 1
            """), [tenant, customer.rawValue]).map { OrderID($0[0] as String) }
    }
    /// Whether a customer has an order that neither failed nor was cancelled.
    package func hasOrdered(_ customer: User.ID) throws -> Bool {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT 1 FROM fuel_order WHERE tenant = ? AND customer_id = ? AND status NOT IN ('cancelled', 'failed') LIMIT 1
            """), [tenant, customer.rawValue]) != nil
    }
    /// Orders of a customer, oldest first.
    package func all(of customer: User.ID) throws -> [OrderID] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT id FROM fuel_order WHERE tenant = ? AND customer_id = ? ORDER BY received_at, number
            """), [tenant, customer.rawValue]).map { OrderID($0[0] as String) }
    }

    /// Newest first.
    package func page(_ filter: FuelOrderFilter, limit: Int, offset: Int) throws -> (orders: [FuelOrder], total: Int) {
        let (condition, values) = filter.condition(tenant)
        let total = try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM fuel_order WHERE \(condition)"), values)
            .map { $0[0] as Int } ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT body FROM fuel_order WHERE \(condition) ORDER BY received_at DESC, number DESC LIMIT ? OFFSET ?
            """), values + [limit, offset])
        return (try rows.map(Self.order), total)
    }

    private static func order(_ row: StoredRow) throws -> FuelOrder { try JSON.decode(FuelOrder.self, from: (row[0] as String).utf8) }
}
