import Contracts
import GRDB
import Kernel
import NotificationsKit
import ServiceKit

/// Rows of food orders and of the offers that couriers have.
struct FoodOrderStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    /// So long after its end nothing is sent about an order any more: nobody rates it after 30 days.
    private static let keptFor: Duration = .days(31)
    private static let prunedMax = 50

    // MARK: - Orders

    func find(_ id: OrderID) throws -> KnownFoodOrder? {
        let statement = try database.cachedStatement(
            sql: "SELECT status, courier_id, is_rated, told_delivery_at, ended_at FROM food_order WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id.rawValue]).map { row in
            KnownFoodOrder(id: id, status: KnownFoodOrder.Status(rawValue: row[0]) ?? .cancelled,
                           courier: (row[1] as String?).map { User.ID($0) }, isRated: row[2],
                           toldDeliveryAt: (row[3] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                           endedAt: (row[4] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
        }
    }
    func save(_ order: KnownFoodOrder, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO food_order (tenant, id, status, courier_id, is_rated, told_delivery_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET status = excluded.status, courier_id = excluded.courier_id,
            is_rated = excluded.is_rated, told_delivery_at = excluded.told_delivery_at, ended_at = coalesce(ended_at, excluded.ended_at)
            """).execute(arguments: [tenant, order.id.rawValue, order.status.rawValue, order.courier?.rawValue, order.isRated,
                                     order.toldDeliveryAt?.millisecondsSinceEpoch,
                                     order.status.isFinal ? now.millisecondsSinceEpoch : nil])
    }
    /// Deletes a few rows of orders that ended long ago; each new order asks for it.
    func prune(at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            DELETE FROM food_order WHERE (tenant, id) IN
                (SELECT tenant, id FROM food_order WHERE tenant = ? AND ended_at < ? ORDER BY ended_at LIMIT ?)
            """).execute(arguments: [tenant, (now - Self.keptFor).millisecondsSinceEpoch, Self.prunedMax])
    }

    // MARK: - Offers

    func offer(_ order: OrderID, to courier: User.ID) throws {
        try database.cachedStatement(
            sql: "INSERT INTO delivery_offer (tenant, order_id, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant, order.rawValue, courier.rawValue])
    }
    func endOffer(_ order: OrderID, to courier: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM delivery_offer WHERE tenant = ? AND order_id = ? AND user_id = ?")
            .execute(arguments: [tenant, order.rawValue, courier.rawValue])
    }
    func endOffers(_ order: OrderID) throws {
        try database.cachedStatement(sql: "DELETE FROM delivery_offer WHERE tenant = ? AND order_id = ?")
            .execute(arguments: [tenant, order.rawValue])
    }
    func isOffered(_ order: OrderID, to courier: User.ID) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM delivery_offer WHERE tenant = ? AND order_id = ? AND user_id = ?)")
        return try Bool.fetchOne(statement, arguments: [tenant, order.rawValue, courier.rawValue]) ?? false
    }

    /// An account is gone.
    func forget(_ user: User.ID) throws {
        try database.cachedStatement(sql: "UPDATE food_order SET courier_id = NULL WHERE tenant = ? AND courier_id = ?")
            .execute(arguments: [tenant, user.rawValue])
        try database.cachedStatement(sql: "DELETE FROM delivery_offer WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant, user.rawValue])
    }
}

extension NotificationsTransaction {
    var foodOrders: FoodOrderStore { FoodOrderStore(database, tenant) }
}
