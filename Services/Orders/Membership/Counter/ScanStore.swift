import Contracts
import GRDB
import Kernel

/// Rows of `card_scan`, `used_proof` and `forged_scan`, for one tenant.
package struct ScanStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    /// A scan that is over is known this long, so that it is refused by name.
    private static let kept: Duration = .days(7)
    /// Proofs older than this can be shown nowhere, uploads included.
    private static let proofsKept: Duration = .days(9)

    private static let columns = """
        id, kind, vendor_id, shop_id, user_id, membership_id, discount, bonus, campaign_id, covered, scanned_at, expires_at, \
        activation_id, redemption_id
        """

    package func insert(_ scan: CardScan) throws {
        try db.cachedStatement(sql: "INSERT INTO card_scan (tenant, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: [
            tenant, scan.id, scan.kind.rawValue, scan.vendor.rawValue, scan.shopID, scan.member.rawValue, scan.membershipID,
            scan.discountBasisPoints,
            scan.bonusBasisPoints, scan.campaignID?.rawValue, scan.isCovered, scan.scannedAt.millisecondsSinceEpoch,
            scan.expiresAt.millisecondsSinceEpoch, scan.activationID, scan.redemptionID,
        ])
        try db.cachedStatement(sql: "DELETE FROM card_scan WHERE tenant = ? AND expires_at < ?")
            .execute(arguments: [tenant, (scan.scannedAt - Self.kept).millisecondsSinceEpoch])
    }
    package func find(_ id: String) throws -> CardScan? {
        try Row.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM card_scan WHERE tenant = ? AND id = ?"),
                         arguments: [tenant, id]).map { row in
            CardScan(id: row[0], kind: CardScan.Kind(rawValue: row[1]) ?? .card, vendor: User.ID(row[2]), shopID: row[3],
                     member: User.ID(row[4]), membershipID: row[5],
                     discountBasisPoints: row[6], bonusBasisPoints: row[7], campaignID: (row[8] as String?).map { CampaignID($0) },
                     isCovered: row[9],
                     scannedAt: Timestamp(millisecondsSinceEpoch: row[10]), expiresAt: Timestamp(millisecondsSinceEpoch: row[11]),
                     activationID: row[12], redemptionID: row[13])
        }
    }
    package func use(_ id: String, forActivation activation: String) throws {
        try db.cachedStatement(sql: "UPDATE card_scan SET activation_id = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [activation, tenant, id])
    }
    package func use(_ id: String, forRedemption redemption: String) throws {
        try db.cachedStatement(sql: "UPDATE card_scan SET redemption_id = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [redemption, tenant, id])
    }
    package func forget(_ member: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM card_scan WHERE tenant = ? AND user_id = ?").execute(arguments: [tenant, member.rawValue])
        try db.cachedStatement(sql: "DELETE FROM used_proof WHERE tenant = ? AND user_id = ?").execute(arguments: [tenant, member.rawValue])
    }

    // MARK: - Proofs, each once

    package func isUsed(proofOf member: Member, stepTime: Int64) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM used_proof WHERE tenant = ? AND user_id = ? AND card_version = ? AND step_time = ?)
            """), arguments: [tenant, member.id.rawValue, member.cardVersion, stepTime]) ?? false
    }
    /// Writes it down; whether it was used is asked before.
    package func useProof(of member: Member, stepTime: Int64, at now: Timestamp) throws {
        try db.cachedStatement(sql: "INSERT INTO used_proof (tenant, user_id, card_version, step_time) VALUES (?, ?, ?, ?)")
            .execute(arguments: [tenant, member.id.rawValue, member.cardVersion, stepTime])
        try db.cachedStatement(sql: "DELETE FROM used_proof WHERE tenant = ? AND user_id = ? AND step_time < ?")
            .execute(arguments: [tenant, member.id.rawValue, (now - Self.proofsKept).secondsSinceEpoch])
    }

    // MARK: - Forgeries

    package func noteForgery(by vendor: User.ID, id: String, at now: Timestamp, window: Duration) throws {
        try db.cachedStatement(sql: "DELETE FROM forged_scan WHERE tenant = ? AND vendor_id = ? AND at <= ?")
            .execute(arguments: [tenant, vendor.rawValue, (now - window).millisecondsSinceEpoch])
        try db.cachedStatement(sql: "INSERT INTO forged_scan (tenant, vendor_id, at, id) VALUES (?, ?, ?, ?)")
            .execute(arguments: [tenant, vendor.rawValue, now.millisecondsSinceEpoch, id])
    }
    /// When the newest `count` forgeries began; nil: there are fewer in the window.
    package func forgeriesBegan(by vendor: User.ID, count: Int, since start: Timestamp) throws -> Timestamp? {
        try Int64.fetchOne(try db.cachedStatement(sql: """
            SELECT at FROM forged_scan WHERE tenant = ? AND vendor_id = ? AND at > ? ORDER BY at DESC, id LIMIT 1 OFFSET ?
            """), arguments: [tenant, vendor.rawValue, start.millisecondsSinceEpoch, count - 1]).map {
                Timestamp(millisecondsSinceEpoch: $0)
            }
    }
}
