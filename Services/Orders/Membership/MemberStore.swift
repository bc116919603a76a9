import GRDB
import Kernel

/// Rows of `member` with their names in `person`, for one tenant.
package struct MemberStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = """
        m.id, m.membership_id, p.name, p.email, p.phone, m.locale, m.neighborhood_id, m.registered_at, m.card_version, m.card_version_at, \
        m.erased_at IS NOT NULL
        """
    private static let source = "member m LEFT JOIN person p ON p.tenant = m.tenant AND p.id = m.id"

    package func find(_ id: User.ID) throws -> Member? {
        try Row.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM \(Self.source) WHERE m.tenant = ? AND m.id = ?"),
                         arguments: [tenant, id.rawValue])
            .map(Self.member)
    }
    package func find(membershipID: String) throws -> Member? {
        try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT \(Self.columns) FROM \(Self.source) WHERE m.tenant = ? AND m.membership_id = ?"),
            arguments: [tenant, membershipID]).map(Self.member)
    }

    /// What auth says now. The card's version and an erasure stay.
    package func remember(_ member: Member) throws {
        try db.cachedStatement(sql: """
            INSERT INTO member (tenant, id, membership_id, locale, neighborhood_id, registered_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET membership_id = excluded.membership_id, locale = excluded.locale,
            neighborhood_id = excluded.neighborhood_id,
                registered_at = coalesce(excluded.registered_at, registered_at)
            WHERE erased_at IS NULL
            """).execute(arguments: [tenant, member.id.rawValue, member.membershipID, member.locale, member.neighborhoodID,
                                     member.registeredAt?.millisecondsSinceEpoch])
    }
    package func rotateCard(of id: User.ID, at now: Timestamp) throws {
        try db.cachedStatement(sql: "UPDATE member SET card_version = card_version + 1, card_version_at = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant, id.rawValue])
    }
    /// False: known before.
    package func noteInterest(of id: User.ID, at now: Timestamp) throws -> Bool {
        try db.cachedStatement(
            sql: "UPDATE member SET interested_at = ? WHERE tenant = ? AND id = ? AND interested_at IS NULL AND erased_at IS NULL")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant, id.rawValue])
        return db.changesCount == 1
    }
    package func erase(_ id: User.ID, at now: Timestamp) throws {
        try db.cachedStatement(sql: """
            UPDATE member SET membership_id = NULL, locale = NULL, neighborhood_id = NULL, registered_at = NULL, card_version_at = NULL,
                interested_at = NULL, erased_at = ?
            WHERE tenant = ? AND id = ?
            """).execute(arguments: [now.millisecondsSinceEpoch, tenant, id.rawValue])
        // Texts that shops and administrators wrote about this person's sales and visits.
        for (table, column) in [("activation", "void_reason"), ("redemption", "void_reason"), ("subscription", "cancel_reason")] {
            try db.execute(sql: "UPDATE \(table) SET \(column) = 'erased' WHERE tenant = ? AND user_id = ? AND \(column) IS NOT NULL",
                           arguments: [tenant, id.rawValue])
        }
        // A cancelled order has a code here, a refunded order a person's text.
        try db.execute(sql: "UPDATE membership_order SET reason = 'erased' WHERE tenant = ? AND user_id = ? AND status = 'refunded'",
                       arguments: [tenant, id.rawValue])
    }

    private static func member(_ row: Row) -> Member {
        var member = Member(id: User.ID(row[0]))
        (member.membershipID, member.name, member.email, member.phone) = (row[1], row[2], row[3], row[4])
        (member.locale, member.neighborhoodID, member.cardVersion, member.isErased) = (row[5], row[6], row[8], row[10])
        member.registeredAt = (row[7] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
        member.cardVersionAt = (row[9] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
        return member
    }
}
