import CatalogKit
import Contracts
import GRDB
import Kernel

/// What people who were there say of an event. The event keeps the sum and the number.
package struct RatingStore {
    let database: Database
    let tenant: TenantID

    package struct Rating: Codable, Sendable, Equatable {
        package let id: String
        package let stars: Int
        package let review: String?
        package let userName: String
        package let attended: Bool
        package let createdAt: Timestamp
        package let updatedAt: Timestamp

        package func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(id, forKey: .id)
            try values.encode(stars, forKey: .stars)
            try values.encode(review, forKey: .review)
            try values.encode(userName, forKey: .userName)
            try values.encode(attended, forKey: .attended)
            try values.encode(createdAt, forKey: .createdAt)
            try values.encode(updatedAt, forKey: .updatedAt)
        }
    }
    private static let columns = """
        r.rating_id, r.stars, r.review, \(PersonStore.ownName(of: "p")), r.attended, r.created_at, r.updated_at
        """
    private static let from = "rating r LEFT JOIN person p ON p.tenant = r.tenant AND p.user_id = r.user_id"
    private static func rating(_ row: Row) -> Rating {
        Rating(id: row[0], stars: row[1], review: row[2], userName: row[3], attended: row[4],
               createdAt: Timestamp(millisecondsSinceEpoch: row[5]).wholeSeconds,
               updatedAt: Timestamp(millisecondsSinceEpoch: row[6]).wholeSeconds)
    }

    package func find(_ event: EventID, by user: User.ID) throws -> Rating? {
        try Row.fetchOne(database, sql: "SELECT \(Self.columns) FROM \(Self.from) WHERE r.tenant = ? AND r.event_id = ? AND r.user_id = ?",
                         arguments: [tenant.rawValue, event.rawValue, user.rawValue]).map(Self.rating)
    }
    package func find(id: String) throws -> (event: EventID, user: User.ID)? {
        try Row.fetchOne(database, sql: "SELECT event_id, user_id FROM rating WHERE tenant = ? AND rating_id = ?",
                         arguments: [tenant.rawValue, id])
            .map { (EventID($0[0] as String), User.ID($0[1] as String)) }
    }

    /// Newest first.
    package func page(of event: EventID, limit: Int, offset: Int) throws -> [Rating] {
        try Row.fetchAll(database, sql: """
            SELECT \(Self.columns) FROM \(Self.from) WHERE r.tenant = ? AND r.event_id = ? ORDER BY r.created_at DESC, r.rating_id
            LIMIT ? OFFSET ?
            """,
                         arguments: [tenant.rawValue, event.rawValue, limit, offset]).map(Self.rating)
    }
    /// Stars → number of ratings.
    package func distribution(of event: EventID) throws -> [Int: Int] {
        Dictionary(try Row.fetchAll(database, sql: "SELECT stars, count(*) FROM rating WHERE tenant = ? AND event_id = ? GROUP BY stars",
                                    arguments: [tenant.rawValue, event.rawValue]).map { ($0[0], $0[1]) }) { first, _ in first }
    }

    package func save(_ id: String, stars: Int, review: String?, attended: Bool, of event: EventID, by user: User.ID,
                      at now: Timestamp) throws {
        let old = try Int.fetchOne(database, sql: "SELECT stars FROM rating WHERE tenant = ? AND event_id = ? AND user_id = ?",
                                   arguments: [tenant.rawValue, event.rawValue, user.rawValue])
        try database.execute(sql: """
            INSERT INTO rating (tenant, event_id, user_id, rating_id, stars, review, attended, created_at, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                ?8)
            ON CONFLICT (tenant, event_id, user_id) DO UPDATE SET stars = excluded.stars, review = excluded.review,
            updated_at = excluded.updated_at
            """, arguments: [tenant.rawValue, event.rawValue, user.rawValue, id, stars, review, attended, now.millisecondsSinceEpoch])
        try count(event, ratings: old == nil ? 1 : 0, stars: stars - (old ?? 0))
    }

    /// Answers whether there was one.
    package func remove(_ event: EventID, by user: User.ID) throws -> Bool {
        guard let old = try Int.fetchOne(database, sql: "SELECT stars FROM rating WHERE tenant = ? AND event_id = ? AND user_id = ?",
                                         arguments: [tenant.rawValue, event.rawValue, user.rawValue]) else { return false }
        try database.execute(sql: "DELETE FROM rating WHERE tenant = ? AND event_id = ? AND user_id = ?",
                             arguments: [tenant.rawValue, event.rawValue,
                                 user.rawValue])
        try count(event, ratings: -1, stars: -old)
        return true
    }
    private func count(_ event: EventID, ratings: Int, stars: Int) throws {
        try database.execute(
            sql: "UPDATE event SET rating_count = rating_count + ?, rating_sum = rating_sum + ? WHERE tenant = ? AND event_id = ?",
            arguments: [ratings, stars, tenant.rawValue, event.rawValue])
    }
}
