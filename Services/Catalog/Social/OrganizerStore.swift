import Contracts
import GRDB
import Kernel

/// Organizers as people see them.
package struct OrganizerStore {
    let database: Database
    let tenant: TenantID

    package struct Organizer: Sendable, Equatable {
        package let id: User.ID
        package let name: String
        package let followerCount: Int
        package let isFollowed: Bool
        /// Stars of all ratings of all events.
        package let ratingSum: Int
        package let ratingCount: Int
        /// Events that are or were public.
        package let eventCount: Int
        package let isVerified: Bool
        package let bio: String?
        package let website: String?
        package let avatarURL: String?
        /// Nil: not public.
        package let contact: Contact?
    }
    package struct Contact: Sendable, Equatable {
        package let email: String
        package let phone: String
    }

    private static let columns = """
        p.user_id, p.name, p.follower_count,
        EXISTS (SELECT 1 FROM follow f WHERE f.tenant = p.tenant AND f.user_id = ? AND f.organizer_id = p.user_id),
        p.rating_sum, p.rating_count, p.event_count, p.is_verified, p.bio, p.website, p.avatar_url, p.contact_email, p.contact_phone
        """
    private static func organizer(_ row: Row) -> Organizer {
        Organizer(id: User.ID(row[0] as String), name: row[1], followerCount: row[2], isFollowed: row[3], ratingSum: row[4],
            ratingCount: row[5], eventCount: row[6], isVerified: row[7], bio: row[8], website: row[9], avatarURL: row[10],
            contact: (row[11] as String?).flatMap { email in (row[12] as String?).map { Contact(email: email, phone: $0) } })
    }

    package func find(_ id: User.ID, seenBy user: User.ID?) throws -> Organizer? {
        try Row.fetchOne(database, sql: "SELECT \(Self.columns) FROM person p WHERE p.tenant = ? AND p.user_id = ? AND p.is_organizer = 1",
                         arguments: [user?.rawValue ?? "", tenant.rawValue, id.rawValue]).map(Self.organizer)
    }

    /// By name; with words: those whose name has them all.
    package func page(words: [String], seenBy user: User.ID?, limit: Int, offset: Int) throws -> (organizers: [Organizer], total: Int) {
        // Words have no apostrophes, names may.
        let name = "replace(replace(p.name_folded, '''', ''), '’', '')"
        let condition = (["p.tenant = ?", "p.is_organizer = 1"] + words.map { _ in "instr(\(name), ?) > 0" }).joined(separator: " AND ")
        let values: [DatabaseValue] = [tenant.rawValue.databaseValue] + words.map(\.databaseValue)
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM person p WHERE \(condition)",
                                     arguments: StatementArguments(values)) ?? 0
        let rows = try Row.fetchAll(
            database, sql: "SELECT \(Self.columns) FROM person p WHERE \(condition) ORDER BY p.name_folded, p.user_id LIMIT ? OFFSET ?",
            arguments: StatementArguments([(user?.rawValue ?? "").databaseValue] + values + [limit.databaseValue,
                offset.databaseValue]))
        return (rows.map(Self.organizer), total)
    }

    /// Whom somebody follows, newest first.
    package func followed(by user: User.ID, limit: Int, offset: Int) throws -> (organizers: [Organizer], total: Int) {
        let total = try Int.fetchOne(database, sql: """
            SELECT count(*) FROM follow l CROSS JOIN person p ON p.tenant = l.tenant AND p.user_id = l.organizer_id
            WHERE l.tenant = ? AND l.user_id = ? AND p.is_organizer = 1
            """, arguments: [tenant.rawValue, user.rawValue]) ?? 0
        let rows = try Row.fetchAll(database, sql: """
            SELECT \(Self.columns) FROM follow l CROSS JOIN person p ON p.tenant = l.tenant AND p.user_id = l.organizer_id
            WHERE l.tenant = ? AND l.user_id = ? AND p.is_organizer = 1 ORDER BY l.created_at DESC, l.organizer_id LIMIT ? OFFSET ?
            """, arguments: [user.rawValue, tenant.rawValue, user.rawValue, limit, offset])
        return (rows.map(Self.organizer), total)
    }
}
