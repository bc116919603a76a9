import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `food_order`, for one tenant.
package struct FoodOrderStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: OrderID) throws -> FoodOrder? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM food_order WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(Self.order)
    }
    package func require(_ id: OrderID) throws -> FoodOrder {
        guard let order = try find(id) else { throw Rejection.notFound }
        return order
    }

    /// Numbers rise per tenant, from 100001.
    package func nextNumber() throws -> Int {
        let last = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT number FROM food_order WHERE tenant = ? AND number > ? ORDER BY number DESC LIMIT 1
            """), [tenant, Self.firstNumber]).map { $0[0] as Int }
        return (last ?? Self.firstNumber) + 1
    }
    private static let firstNumber = 100_000

    package func insert(_ order: FoodOrder) throws {
        try db.cachedStatement(sql: """
            INSERT INTO food_order (tenant, id, number, customer_id, restaurant_id, owner_id, courier_id, status, method, reason, rejected,
                released, phone, created_at, updated_at, accepted_at, ready_at, ended_at, subtotal, commission, delivery_fee, tip,
                refunded, owner_amount, erased, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant, order.id.rawValue, order.number, order.customer.rawValue, order.restaurant.id.rawValue,
                order.restaurant.ownerId.rawValue, order.delivery?.courier?.rawValue, order.status.rawValue,
                order.payment.method.rawValue, order.cancellation?.reason.rawValue, order.isRejected, order.isReleased,
                order.ownPhone, order.createdAt.millisecondsSinceEpoch, order.updatedAt.millisecondsSinceEpoch,
                order.times.acceptedAt?.millisecondsSinceEpoch, order.times.readyAt?.millisecondsSinceEpoch,
                order.endedAt?.millisecondsSinceEpoch, order.totals.subtotal.amount, FoodMoney.commission(order).amount,
                order.totals.deliveryFee.amount, order.totals.tip.amount, order.payment.refunded, order.ownerAmount, order.isErased,
                try JSON.text(order),
            ])
    }

    /// Writes what of an order can change.
    package func update(_ order: FoodOrder) throws {
        try db.cachedStatement(sql: """
            UPDATE food_order SET courier_id = ?, status = ?, reason = ?, rejected = ?, released = ?, updated_at = ?, accepted_at = ?,
                ready_at = ?, ended_at = ?, refunded = ?, owner_amount = ?, erased = ?, phone = ?, body = ?
            WHERE tenant = ? AND id = ?
            """).run([
                order.delivery?.courier?.rawValue, order.status.rawValue, order.cancellation?.reason.rawValue, order.isRejected,
                order.isReleased, order.updatedAt.millisecondsSinceEpoch, order.times.acceptedAt?.millisecondsSinceEpoch,
                order.times.readyAt?.millisecondsSinceEpoch, order.endedAt?.millisecondsSinceEpoch, order.payment.refunded,
                order.ownerAmount, order.isErased, order.ownPhone, try JSON.text(order), tenant, order.id.rawValue,
            ])
    }

    /// Orders of a customer that have not ended, oldest first.
    package func underWay(of customer: User.ID) throws -> [OrderID] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT id FROM food_order WHERE tenant = ? AND customer_id = ? AND number > 0
                AND status NOT IN ('delivered', 'cancelled') ORDER BY number
            """), [tenant, customer.rawValue]).map { OrderID($0[0] as String) }
    }

    /// How many orders of a customer are on their way, those included that wait for their claim.
    package func active(of customer: User.ID) throws -> Int {
        let orders = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*) FROM food_order WHERE tenant = ? AND customer_id = ? AND number > 0
                AND status NOT IN ('delivered', 'cancelled')
            """), [tenant, customer.rawValue]).map { $0[0] as Int } ?? 0
        let waiting = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*) FROM food_request WHERE tenant = ? AND customer_id = ?
            """), [tenant, customer.rawValue]).map { $0[0] as Int } ?? 0
        return orders + waiting
    }

    /// Cash orders of a customer that could not be delivered.
    package func undeliverableCash(of customer: User.ID, since: Timestamp) throws -> Int {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*) FROM food_order WHERE tenant = ? AND customer_id = ? AND reason = 'undeliverable' AND ended_at > ?
                AND method = 'cash'
            """), [tenant, customer.rawValue, since.millisecondsSinceEpoch]).map { $0[0] as Int } ?? 0
    }

    /// Orders of a customer, oldest first.
    package func all(of customer: User.ID) throws -> [OrderID] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT id FROM food_order WHERE tenant = ? AND customer_id = ? AND number > 0 AND erased = 0 ORDER BY number
            """), [tenant, customer.rawValue]).map { OrderID($0[0] as String) }
    }

    /// Newest first.
    package func page(_ filter: FoodOrderFilter, limit: Int, offset: Int) throws -> (orders: [FoodOrder], total: Int) {
        let (condition, values) = filter.condition(tenant)
        let total = try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM food_order WHERE \(condition)"), values)
            .map { $0[0] as Int } ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT body FROM food_order WHERE \(condition) ORDER BY number DESC LIMIT ? OFFSET ?
            """), values + [limit, offset])
        return (try rows.map(Self.order), total)
    }

    private static func order(_ row: StoredRow) throws -> FoodOrder { try JSON.decode(FoodOrder.self, from: (row[0] as String).utf8) }
}

extension FoodOrder {
    /// The number of this order alone: that of its address, or that of a customer who was erased while it was on its way.
    var ownPhone: String? { address.phone ?? kept?.phone }
    var isRejected: Bool { status == .cancelled && timeline.last?.action == .reject }
}
