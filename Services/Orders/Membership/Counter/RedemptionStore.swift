import Contracts
import GRDB
import Kernel
import OrdersKit

/// Rows of `redemption` and `offline_visit`, for one tenant.
package struct RedemptionStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = """
        id, user_id, shop_id, vendor_id, purchase, currency, discount, bonus, campaign_id, offline, status, voided_at, void_reason, \
        recorded_at, created_at, \
        voidable_until
        """

    package func insert(_ visit: Redemption, scan: String? = nil) throws {
        try db.cachedStatement(sql: """
            INSERT INTO redemption (tenant, scan_id, savings, id, user_id, shop_id, vendor_id, purchase, currency, discount, bonus,
            campaign_id, offline, status,
                recorded_at, created_at, voidable_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant, scan, visit.savings.total.amount, visit.id, visit.member.rawValue, visit.shopID, visit.vendor.rawValue,
                visit.savings.purchase.amount,
                visit.savings.purchase.currency.code, visit.savings.baseBasisPoints, visit.savings.bonusBasisPoints,
                visit.campaignID?.rawValue, visit.isOffline,
                visit.status.name, visit.recordedAt.millisecondsSinceEpoch, visit.createdAt.millisecondsSinceEpoch,
                visit.voidableUntil.millisecondsSinceEpoch,
            ])
    }
    package func update(_ status: Redemption.Status, of id: String) throws {
        var end: (at: Timestamp, reason: String)?
        if case .voided(let at, let reason) = status { end = (at, reason) }
        try db.cachedStatement(sql: "UPDATE redemption SET status = ?, voided_at = ?, void_reason = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [status.name, end?.at.millisecondsSinceEpoch, end?.reason, tenant, id])
    }
    package func find(_ id: String) throws -> Redemption? {
        try Row.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM redemption WHERE tenant = ? AND id = ?"),
                         arguments: [tenant, id]).map(Self.redemption)
    }
    /// A visit that counts, made in a span of time and told here since an instant.
    package func hasVisit(of member: User.ID, from: Timestamp, to: Timestamp, toldSince: Timestamp) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM redemption WHERE tenant = ? AND user_id = ? AND recorded_at >= ? AND recorded_at < ?
            AND created_at >= ? AND status = 'recorded')
            """), arguments: [tenant, member.rawValue, from.millisecondsSinceEpoch, to.millisecondsSinceEpoch,
                              toldSince.millisecondsSinceEpoch]) ?? false
    }
    package func hasAny(of member: User.ID) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM redemption WHERE tenant = ? AND user_id = ?)"),
                          arguments: [tenant, member.rawValue]) ?? false
    }

    package struct Filter {
        package var member: User.ID?
        package var shop: Int?
        package var from: Timestamp
        package var to: Timestamp
        package init(member: User.ID? = nil, shop: Int? = nil, from: Timestamp = .distantPast, to: Timestamp = .distantFuture) {
            (self.member, self.shop, self.from, self.to) = (member, shop, from, to)
        }
    }
    package struct Sums: Sendable, Equatable {
        /// Of what was not taken back: visits, different shops, minor units.
        package var visits = 0
        package var shops = 0
        package var savings = 0
        package var purchases = 0
    }
    package func sums(_ filter: Filter) throws -> (all: Int, Sums) {
        let (condition, arguments) = condition(filter)
        let row = try Row.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*), count(*) FILTER (WHERE status = 'recorded'), count(DISTINCT shop_id) FILTER (WHERE status = 'recorded'),
                coalesce(sum(savings) FILTER (WHERE status = 'recorded'), 0), coalesce(sum(purchase) FILTER (WHERE status = 'recorded'), 0)
            FROM redemption WHERE \(condition)
            """), arguments: arguments)
        return (row?[0] ?? 0, Sums(visits: row?[1] ?? 0, shops: row?[2] ?? 0, savings: row?[3] ?? 0, purchases: row?[4] ?? 0))
    }
    /// Newest first.
    package func page(_ filter: Filter, limit: Int, offset: Int) throws -> [Redemption] {
        let (condition, arguments) = condition(filter)
        return try Row.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM redemption WHERE \(condition) ORDER BY recorded_at DESC, created_at DESC, id LIMIT ? OFFSET ?
            """), arguments: arguments + [limit, offset]).map(Self.redemption)
    }
    private func condition(_ filter: Filter) -> (String, StatementArguments) {
        var condition = "tenant = ? AND recorded_at >= ? AND recorded_at < ?"
        var values: [(any DatabaseValueConvertible)?] = [tenant, filter.from.millisecondsSinceEpoch, filter.to.millisecondsSinceEpoch]
        if let member = filter.member {
            condition += " AND user_id = ?"
            values.append(member.rawValue)
        }
        if let shop = filter.shop {
            condition += " AND shop_id = ?"
            values.append(shop)
        }
        return (condition, StatementArguments(values))
    }

    // MARK: - Uploaded visits

    package struct Upload: Sendable, Equatable {
        package let reason: String?
        package let redemptionID: String?
    }
    package func upload(nonce: String, shop: Int) throws -> Upload? {
        try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT reason, redemption_id FROM offline_visit WHERE tenant = ? AND shop_id = ? AND nonce = ?"),
            arguments: [tenant, shop, nonce]).map { Upload(reason: $0[0], redemptionID: $0[1]) }
    }
    package func insert(_ upload: Upload, nonce: String, shop: Int) throws {
        try db.cachedStatement(sql: "INSERT INTO offline_visit (tenant, shop_id, nonce, reason, redemption_id) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [tenant, shop, nonce, upload.reason, upload.redemptionID])
    }

    private static func redemption(_ row: Row) throws -> Redemption {
        guard let currency = Currency(row[5]) else { throw UnreadableRow("redemption \(row[0] as String)") }
        let voided = (row[11] as Int64?).map { Redemption.Status.voided(at: Timestamp(millisecondsSinceEpoch: $0), reason: row[12] ?? "") }
        return Redemption(id: row[0], member: User.ID(row[1]), shopID: row[2], vendor: User.ID(row[3]),
                          savings: Savings(of: Money(row[4], currency), baseBasisPoints: row[6], bonusBasisPoints: row[7]),
                          campaignID: (row[8] as String?).map { CampaignID($0) }, isOffline: row[9], status: voided ?? .recorded,
                          recordedAt: Timestamp(millisecondsSinceEpoch: row[13]), createdAt: Timestamp(millisecondsSinceEpoch: row[14]),
                          voidableUntil: Timestamp(millisecondsSinceEpoch: row[15]))
    }
}
