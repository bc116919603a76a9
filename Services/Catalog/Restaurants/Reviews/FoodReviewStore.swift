import CatalogKit
import Contracts
import GRDB
import Kernel

/// Reviews of restaurants.
struct FoodReviewStore {
    let database: Database
    let tenant: TenantID

    private static let columns =
        "review_id, restaurant_id, order_id, customer_id, customer_name, stars, comment, reply, is_hidden, created_at"
    private static func review(_ row: Row) -> FoodReview {
        FoodReview(id: row[0], restaurantID: RestaurantID(row[1] as String), orderID: OrderID(row[2] as String),
                   customerID: (row[3] as String?).map { User.ID($0) }, customerName: row[4], stars: row[5], comment: row[6], reply: row[7],
                   isHidden: row[8], createdAt: Timestamp(millisecondsSinceEpoch: row[9]))
    }

    func find(_ id: String) throws -> FoodReview? {
        let sql = "SELECT \(Self.columns) FROM food_review WHERE tenant = ? AND review_id = ?"
        return try Row.fetchOne(try database.cachedStatement(sql: sql), arguments: [tenant.rawValue, id]).map(Self.review)
    }
    /// Throws 404.
    func require(_ id: String) throws -> FoodReview {
        guard let review = try find(id) else { throw Rejection.notFound }
        return review
    }
    func find(order: OrderID) throws -> FoodReview? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM food_review WHERE tenant = ? AND order_id = ?"),
                         arguments: [tenant.rawValue, order.rawValue]).map(Self.review)
    }
    func save(_ review: FoodReview) throws {
        try database.cachedStatement(sql: """
            INSERT INTO food_review (tenant, review_id, restaurant_id, order_id, customer_id, customer_name, stars, comment, reply,
                is_hidden, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, review_id) DO UPDATE SET customer_name = excluded.customer_name, stars = excluded.stars,
                comment = excluded.comment, reply = excluded.reply, is_hidden = excluded.is_hidden
            """).execute(arguments: [
                tenant.rawValue, review.id, review.restaurantID.rawValue, review.orderID.rawValue, review.customerID?.rawValue,
                review.customerName, review.stars, review.comment, review.reply, review.isHidden, review.createdAt.millisecondsSinceEpoch,
            ])
    }
    /// Newest first.
    func page(of restaurant: RestaurantID, limit: Int, offset: Int) throws -> [FoodReview] {
        try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM food_review WHERE tenant = ? AND restaurant_id = ? ORDER BY created_at DESC, review_id DESC \
            LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, restaurant.rawValue, limit, offset]).map(Self.review)
    }
    /// The stars stay.
    func erase(_ customer: User.ID) throws {
        try database.execute(sql: """
            UPDATE food_review SET comment = NULL, customer_name = NULL, customer_id = NULL WHERE tenant = ? AND customer_id = ?
            """, arguments: [tenant.rawValue, customer.rawValue])
    }
}

extension CatalogScope {
    var foodReviews: FoodReviewStore { FoodReviewStore(database: database, tenant: tenant) }
}
