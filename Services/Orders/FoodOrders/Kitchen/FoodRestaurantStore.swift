import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// A restaurant as the catalog described it last.
package struct FoodRestaurant: Sendable, Equatable {
    package let id: RestaurantID
    package let owner: User.ID
    package let names: [String: String]
    package let prepMinutes: Int
    /// What being busy adds, until then.
    package let extraMinutes: Int
    package let extraUntil: Timestamp?
    package let rating: Double?

    /// How long an order takes that is accepted now.
    package func minutes(at now: Timestamp) -> Int {
        prepMinutes + (extraUntil.map { now < $0 } ?? true ? extraMinutes : 0)
    }
}

/// Rows of `food_restaurant`, for one tenant.
package struct FoodRestaurantStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func remember(_ restaurant: FoodRestaurant) throws {
        try db.cachedStatement(sql: """
            INSERT INTO food_restaurant (tenant, id, owner_id, names, prep_minutes, extra_minutes, extra_until, rating)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET owner_id = excluded.owner_id, names = excluded.names,
                prep_minutes = excluded.prep_minutes, extra_minutes = excluded.extra_minutes, extra_until = excluded.extra_until,
                rating = excluded.rating
            """).run([
                tenant, restaurant.id.rawValue, restaurant.owner.rawValue, try JSON.text(restaurant.names), restaurant.prepMinutes,
                restaurant.extraMinutes, restaurant.extraUntil?.millisecondsSinceEpoch, restaurant.rating,
            ])
    }
    package func find(_ id: RestaurantID) throws -> FoodRestaurant? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT owner_id, names, prep_minutes, extra_minutes, extra_until, rating FROM food_restaurant WHERE tenant = ? AND id = ?
            """), [tenant, id.rawValue]).map {
                FoodRestaurant(id: id, owner: User.ID($0[0] as String),
                               names: try JSON.decode([String: String].self, from: ($0[1] as String).utf8), prepMinutes: $0[2],
                               extraMinutes: $0[3], extraUntil: ($0[4] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                               rating: $0[5])
            }
    }
}
