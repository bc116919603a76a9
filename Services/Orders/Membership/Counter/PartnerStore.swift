import Contracts
import GRDB
import Kernel

/// Rows of `partner_shop`, `shop_staff` and `campaign`: what the catalog last said, for one tenant.
package struct PartnerStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func remember(_ listing: Listing) throws {
        try db.cachedStatement(sql: """
            INSERT INTO partner_shop (tenant, id, active, names, category_id, neighborhood_id, discount) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET active = excluded.active, names = excluded.names, category_id = excluded.category_id,
                neighborhood_id = excluded.neighborhood_id, discount = excluded.discount
            """).execute(arguments: [tenant, listing.listingId, listing.status == "active", try JSON.text(listing.names),
                                     listing.categoryId, listing.neighborhoodId,
                                     listing.discountBasisPoints])
        try db.cachedStatement(sql: "DELETE FROM shop_staff WHERE tenant = ? AND shop_id = ?")
            .execute(arguments: [tenant, listing.listingId])
        let statement = try db.cachedStatement(sql: "INSERT INTO shop_staff (tenant, user_id, shop_id) VALUES (?, ?, ?)")
        for user in Set(listing.vendorUserIds).sorted() { try statement.execute(arguments: [tenant, user.rawValue, listing.listingId]) }
    }

    private static let columns = "id, active, names, category_id, neighborhood_id, discount"
    package func shop(_ id: Int) throws -> ShopProjection? {
        try Row.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM partner_shop WHERE tenant = ? AND id = ?"),
                         arguments: [tenant, id]).map { row in
            ShopProjection(id: row[0], isActive: row[1], names: try JSON.decode([String: String].self, from: (row[2] as String).utf8),
                      categoryID: row[3], neighborhoodID: row[4], discountBasisPoints: row[5])
        }
    }
    package func isStaff(_ user: User.ID, of shop: Int) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(sql: """
                SELECT \(Self.isDismissed) = 0 AND EXISTS (SELECT 1 FROM shop_staff WHERE tenant = ?1 AND user_id = ?2 AND shop_id = ?3)
                """),
            arguments: [tenant, user.rawValue, shop]) ?? false
    }
    private static let isDismissed = "EXISTS (SELECT 1 FROM dismissed_staff WHERE tenant = ?1 AND user_id = ?2)"
    /// Records whether the user has the role that is required for serving customers. Without it, being named by a shop means nothing.
    package func note(_ user: User.ID, isStaff: Bool) throws {
        let sql = isStaff ? "DELETE FROM dismissed_staff WHERE tenant = ? AND user_id = ?"
            : "INSERT INTO dismissed_staff (tenant, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
        try db.cachedStatement(sql: sql).execute(arguments: [tenant, user.rawValue])
    }
    package func shops(of user: User.ID) throws -> [Int] {
        try Int.fetchAll(
            try db.cachedStatement(
                sql: "SELECT shop_id FROM shop_staff WHERE tenant = ?1 AND user_id = ?2 AND \(Self.isDismissed) = 0 ORDER BY shop_id"),
                arguments: [tenant, user.rawValue])
    }
    /// Active ones, of one neighbourhood or all.
    package func count(neighborhood: Int?) throws -> Int {
        try Int.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*) FROM partner_shop WHERE tenant = ? AND active = 1 AND neighborhood_id = coalesce(?, neighborhood_id)
            """), arguments: [tenant, neighborhood]) ?? 0
    }

    package func remember(_ campaign: Campaign, cancelledAt: Timestamp? = nil) throws {
        try db.cachedStatement(sql: """
            INSERT INTO campaign (tenant, id, starts_at, ends_at, cancelled_at, snapshot) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at, snapshot = excluded.snapshot,
                cancelled_at = coalesce(campaign.cancelled_at, excluded.cancelled_at)
            """).execute(arguments: [tenant, campaign.campaignId.rawValue, campaign.startsAt.millisecondsSinceEpoch,
                                     campaign.endsAt.millisecondsSinceEpoch, cancelledAt?.millisecondsSinceEpoch, try JSON.text(campaign)])
    }
    /// The campaign whose bonus counts at a shop at an instant: the largest, of equal ones the lowest id.
    package func bonus(at time: Timestamp, for shop: ShopProjection) throws -> Campaign? {
        let running = try String.fetchAll(try db.cachedStatement(sql: """
            SELECT snapshot FROM campaign WHERE tenant = ?1 AND ends_at > ?2 AND starts_at <= ?2
            AND (cancelled_at IS NULL OR cancelled_at > ?2) ORDER BY id
            """), arguments: [tenant, time.millisecondsSinceEpoch])
        return try running.map { try JSON.decode(Campaign.self, from: $0.utf8) }
            .filter { $0.matches(listing: shop.id, category: shop.categoryID, neighborhood: shop.neighborhoodID) }
            .max { ($0.bonusBasisPoints, $1.campaignId.rawValue) < ($1.bonusBasisPoints, $0.campaignId.rawValue) }
    }
}
