import Contracts
import GRDB
import Kernel

/// Campaigns and where they are in their lives.
package struct CampaignStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns =
        "campaign_id, state, title, body, bonus_basis_points, category_ids, neighborhood_ids, shop_ids, starts_at, ends_at"
    private static func life(_ row: Row) throws -> CampaignLife {
        CampaignLife(
            Campaign(campaignId: CampaignID(row[0] as String), title: try StoredJSON.read(row[2]), body: try StoredJSON.read(row[3]),
                     bonusBasisPoints: row[4], categoryIds: try StoredJSON.read(row[5]), neighborhoodIds: try StoredJSON.read(row[6]),
                     shopIds: try StoredJSON.read(row[7]), startsAt: Timestamp(millisecondsSinceEpoch: row[8]),
                     endsAt: Timestamp(millisecondsSinceEpoch: row[9])),
            state: CampaignLife.State(rawValue: row[1]) ?? .cancelled)
    }

    package func find(_ id: CampaignID) throws -> CampaignLife? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM campaign WHERE tenant = ? AND campaign_id = ?"),
                         arguments: [tenant.rawValue, id.rawValue]).map(Self.life)
    }
    /// Throws 404.
    package func require(_ id: CampaignID) throws -> CampaignLife {
        guard let life = try find(id) else { throw Rejection.notFound }
        return life
    }

    package func save(_ life: CampaignLife, at now: Timestamp) throws {
        let campaign = life.campaign
        try database.cachedStatement(sql: """
            INSERT INTO campaign (tenant, campaign_id, state, title, body, bonus_basis_points, category_ids, neighborhood_ids, shop_ids,
            starts_at, ends_at,
                created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, campaign_id) DO UPDATE SET state = excluded.state, title = excluded.title, body = excluded.body,
                bonus_basis_points = excluded.bonus_basis_points, category_ids = excluded.category_ids,
            neighborhood_ids = excluded.neighborhood_ids,
                shop_ids = excluded.shop_ids, starts_at = excluded.starts_at, ends_at = excluded.ends_at
            """).execute(arguments: [
                tenant.rawValue, campaign.campaignId.rawValue, life.state.rawValue, try StoredJSON.text(campaign.title),
                try StoredJSON.text(campaign.body),
                campaign.bonusBasisPoints, try StoredJSON.text(campaign.categoryIds), try StoredJSON.text(campaign.neighborhoodIds),
                try StoredJSON.text(campaign.shopIds), campaign.startsAt.millisecondsSinceEpoch, campaign.endsAt.millisecondsSinceEpoch,
                now.millisecondsSinceEpoch,
            ])
    }

    private static let announced = "tenant = ? AND state IN ('scheduled', 'running') AND ends_at > ?"

    /// By the clock: `startsAt ≤ now < endsAt`.
    package func running(at now: Timestamp) throws -> Bonuses {
        Bonuses(
            try Row.fetchAll(
                try database.cachedStatement(sql: "SELECT \(Self.columns) FROM campaign WHERE \(Self.announced) AND starts_at <= ?"),
                arguments: [tenant.rawValue, now.millisecondsSinceEpoch, now.millisecondsSinceEpoch]).map { try Self.life($0).campaign })
    }
    /// Running and scheduled ones, the first to start first.
    package func announced(at now: Timestamp, limit: Int, offset: Int) throws -> (campaigns: [CampaignLife], total: Int) {
        try page(Self.announced, [tenant.rawValue.databaseValue, now.millisecondsSinceEpoch.databaseValue], order: "starts_at, campaign_id",
                 limit, offset)
    }
    /// All, the newest first.
    package func all(limit: Int, offset: Int) throws -> (campaigns: [CampaignLife], total: Int) {
        try page("tenant = ?", [tenant.rawValue.databaseValue], order: "created_at DESC, campaign_id", limit, offset)
    }
    private func page(_ condition: String, _ key: [DatabaseValue], order: String, _ limit: Int, _ offset: Int) throws -> (
        campaigns: [CampaignLife], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM campaign WHERE \(condition)"),
                                     arguments: StatementArguments(key)) ?? 0
        let rows = try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM campaign WHERE \(condition) ORDER BY \(order) LIMIT ? OFFSET ?"),
            arguments: StatementArguments(key + [limit.databaseValue, offset.databaseValue]))
        return (try rows.map(Self.life), total)
    }
}
