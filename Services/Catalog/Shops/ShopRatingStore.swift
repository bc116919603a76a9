import Contracts
import GRDB
import Kernel

/// Ratings of shops. The shop keeps their number, their sum and the time of the newest.
package struct ShopRatingStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// A rating with what is known of its author.
    package struct Shown: Sendable {
        package let rating: ShopRating
        package let authorName: String
        /// The author has a visit there that was not taken back.
        package let isVerified: Bool
    }
    private static let columns = """
        r.rating_id, r.shop_id, r.user_id, r.stars, r.comment, r.edited, r.created_at, r.updated_at, coalesce(p.name, ''),
        EXISTS (SELECT 1 FROM shop_visit v WHERE v.tenant = r.tenant AND v.user_id = r.user_id AND v.shop_id = r.shop_id AND v.voided = 0)
        """
    private static let from = "shop_rating r LEFT JOIN person p ON p.tenant = r.tenant AND p.user_id = r.user_id"
    private static func shown(_ row: Row) -> Shown {
        let rating = ShopRating(id: row[0], shopID: row[1], userID: User.ID(row[2] as String), stars: row[3], comment: row[4],
                                isEdited: row[5],
                                createdAt: Timestamp(millisecondsSinceEpoch: row[6]), updatedAt: Timestamp(millisecondsSinceEpoch: row[7]))
        return Shown(rating: rating, authorName: row[8], isVerified: row[9])
    }

    package func find(_ id: Int) throws -> Shown? {
        try Row.fetchOne(
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM \(Self.from) WHERE r.tenant = ? AND r.rating_id = ?"),
            arguments: [tenant.rawValue, id]).map(Self.shown)
    }
    package func find(of shop: Int, by user: User.ID) throws -> Shown? {
        try Row.fetchOne(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM \(Self.from) WHERE r.tenant = ? AND r.shop_id = ? AND r.user_id = ?
            """), arguments: [tenant.rawValue, shop, user.rawValue]).map(Self.shown)
    }

    package enum Order: String, Sendable, CaseIterable { case newest, highest, lowest }
    package func page(of shop: Int, stars: Int?, _ order: Order, limit: Int, offset: Int) throws -> (ratings: [Shown], total: Int) {
        let choice = stars == nil ? "" : "AND r.stars = ?"
        let key: [DatabaseValue] = [tenant.rawValue.databaseValue, shop.databaseValue] + (stars.map { [$0.databaseValue] } ?? [])
        let first = switch order {
        case .newest: ""
        case .highest: "r.stars DESC, "
        case .lowest: "r.stars, "
        }
        return try page("r.shop_id = ? \(choice)", key, order: first + "r.created_at DESC, r.rating_id DESC", limit: limit, offset: offset)
    }
    /// Newest first.
    package func page(by user: User.ID, limit: Int, offset: Int) throws -> (ratings: [Shown], total: Int) {
        try page("r.user_id = ?", [tenant.rawValue.databaseValue, user.rawValue.databaseValue],
                 order: "r.created_at DESC, r.rating_id DESC", limit: limit, offset: offset)
    }
    private func page(_ condition: String, _ key: [DatabaseValue], order: String, limit: Int, offset: Int) throws -> (ratings: [Shown],
        total: Int) {
        let total =
            try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM shop_rating r WHERE r.tenant = ? AND \(condition)"),
                             arguments: StatementArguments(key)) ?? 0
        let rows = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM \(Self.from) WHERE r.tenant = ? AND \(condition) ORDER BY \(order) LIMIT ? OFFSET ?
            """), arguments: StatementArguments(key + [limit.databaseValue, offset.databaseValue]))
        return (rows.map(Self.shown), total)
    }

    /// How many gave 1 … 5 stars, in this order.
    package func distribution(of shop: Int) throws -> [Int] {
        var counts = [0, 0, 0, 0, 0]
        for row in try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT stars, count(*) FROM shop_rating WHERE tenant = ? AND shop_id = ? GROUP BY stars"),
            arguments: [tenant.rawValue, shop]) { counts[(row[0] as Int) - 1] = row[1] }
        return counts
    }

    // MARK: - Writing

    package func insert(_ rating: ShopRating) throws {
        try database.cachedStatement(sql: """
            INSERT INTO shop_rating (tenant, rating_id, shop_id, user_id, stars, comment, edited, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, rating.id, rating.shopID, rating.userID.rawValue, rating.stars, rating.comment, rating.isEdited,
                rating.createdAt.millisecondsSinceEpoch, rating.updatedAt.millisecondsSinceEpoch,
            ])
        try count(rating.shopID)
    }
    package func update(_ rating: ShopRating) throws {
        try database.cachedStatement(
            sql: "UPDATE shop_rating SET stars = ?, comment = ?, edited = ?, updated_at = ? WHERE tenant = ? AND rating_id = ?")
            .execute(arguments: [rating.stars, rating.comment, rating.isEdited, rating.updatedAt.millisecondsSinceEpoch, tenant.rawValue,
                                 rating.id])
        try count(rating.shopID)
    }
    package func remove(_ rating: ShopRating) throws {
        try database.cachedStatement(sql: "DELETE FROM shop_rating WHERE tenant = ? AND rating_id = ?")
            .execute(arguments: [tenant.rawValue, rating.id])
        try count(rating.shopID)
    }
    private func count(_ shop: Int) throws {
        try database.cachedStatement(sql: """
            UPDATE shop SET (rating_count, rating_sum, rated_at) =
                (SELECT count(*), coalesce(sum(stars), 0), max(created_at) FROM shop_rating r WHERE r.tenant = shop.tenant
            AND r.shop_id = shop.shop_id)
            WHERE tenant = ? AND shop_id = ?
            """).execute(arguments: [tenant.rawValue, shop])
    }

    // MARK: - Visits

    /// A visit, or the taking back of one; in whatever order they come, taken back is taken back.
    package func noteVisit(_ redemption: String, by user: User.ID, at shop: Int, isVoided: Bool) throws {
        try database.cachedStatement(sql: """
            INSERT INTO shop_visit (tenant, redemption_id, user_id, shop_id, voided) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, redemption_id) DO UPDATE SET voided = max(voided, excluded.voided)
            """).execute(arguments: [tenant.rawValue, redemption, user.rawValue, shop, isVoided])
    }
}
