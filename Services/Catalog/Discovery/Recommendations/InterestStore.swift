import Contracts
import GRDB
import Kernel

/// What people like, look at, share and search: the facts of recommendations.
package struct InterestStore {
    let database: Database
    let tenant: TenantID

    // MARK: - Set by the person

    package func settings(of user: User.ID) throws -> InterestSettings? {
        try String.fetchOne(database, sql: "SELECT settings FROM interests WHERE tenant = ? AND user_id = ?",
                            arguments: [tenant.rawValue, user.rawValue])
            .map { try JSON.decode(InterestSettings.self, from: Array($0.utf8)) }
    }
    package func save(_ settings: InterestSettings, of user: User.ID) throws {
        try database.execute(sql: """
            INSERT INTO interests (tenant, user_id, settings) VALUES (?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET settings = excluded.settings
            """,
                             arguments: [tenant.rawValue, user.rawValue, String(decoding: try JSON.encode(settings), as: UTF8.self)])
    }

    // MARK: - Views and shares

    /// Looks within this time count once.
    package static let viewMinutes = 30

    /// A look that counts.
    package enum View: Sendable, Equatable { case first, again }
    /// Counts a look of this person at this event. Nil: the last one was less than half an hour before.
    package func addView(of event: EventID, by user: User.ID, at now: Timestamp) throws -> View? {
        let last = try Row.fetchOne(
            database, sql: "SELECT views, last_view_at FROM interest_in_event WHERE tenant = ? AND user_id = ? AND event_id = ?",
            arguments: [tenant.rawValue, user.rawValue, event.rawValue])
        if let at = last?[1] as Int64?, Timestamp(millisecondsSinceEpoch: at) + .minutes(Self.viewMinutes) > now { return nil }
        try database.execute(sql: """
            INSERT INTO interest_in_event (tenant, user_id, event_id, views, last_view_at) VALUES (?, ?, ?, 1, ?)
            ON CONFLICT (tenant, user_id, event_id) DO UPDATE SET views = views + 1, last_view_at = excluded.last_view_at
            """, arguments: [tenant.rawValue, user.rawValue, event.rawValue, now.millisecondsSinceEpoch])
        return (last?[0] ?? 0) == 0 ? .first : .again
    }
    package func addShare(of event: EventID, by user: User.ID) throws {
        try database.execute(sql: """
            INSERT INTO interest_in_event (tenant, user_id, event_id, shares) VALUES (?, ?, ?, 1)
            ON CONFLICT (tenant, user_id, event_id) DO UPDATE SET shares = shares + 1
            """, arguments: [tenant.rawValue, user.rawValue, event.rawValue])
    }
    package func forget(_ user: User.ID) throws {
        try database.execute(sql: "DELETE FROM interest_in_event WHERE tenant = ? AND user_id = ?",
                             arguments: [tenant.rawValue, user.rawValue])
        try forgetSearches(of: user)
    }

    /// What somebody did, event by event: looks, shares, favorite (a deleted event is none any more), orders that are not wholly
    /// refunded, as all of a cancelled event are.
    package func deeds(of user: User.ID) throws -> [Deed] {
        try Row.fetchAll(database, sql: """
            SELECT e.event_id, e.category, sum(d.views), sum(d.shares), iif(e.deleted_at IS NULL, max(d.favorite), 0),
                iif(e.life = 'cancelled', 0, max(d.bought)) FROM (
                SELECT event_id, views, shares, 0 AS favorite, 0 AS bought FROM interest_in_event WHERE tenant = :tenant AND user_id = :user
                UNION ALL SELECT event_id, 0, 0, 1, 0 FROM favorite WHERE tenant = :tenant AND user_id = :user
                UNION ALL SELECT scope_id, 0, 0, 0, 1 FROM holding WHERE tenant = :tenant AND user_id = :user AND bought > 0
                UNION ALL SELECT scope_id, 0, 0, 0, count(*) FROM claim c WHERE tenant = :tenant AND user_id = :user AND state = 'confirmed'
                    AND EXISTS (SELECT 1 FROM claim_line l WHERE l.tenant = c.tenant AND l.claim_id = c.claim_id
            AND l.quantity > l.returned) GROUP BY scope_id
            ) d CROSS JOIN event e ON e.tenant = :tenant AND e.event_id = d.event_id WHERE e.category IS NOT NULL GROUP BY e.event_id
            ORDER BY e.event_id
            """, arguments: ["tenant": tenant.rawValue, "user": user.rawValue]).map {
                Deed(event: EventID($0[0] as String), category: $0[1], views: $0[2], shares: $0[3], isFavorite: $0[4], orders: $0[5])
            }
    }
    /// Newest first. People who stopped being organizers are left out, as in `GET /following`.
    package func followedOrganizers(of user: User.ID) throws -> [User.ID] {
        try String.fetchAll(database, sql: """
            SELECT l.organizer_id FROM follow l CROSS JOIN person p ON p.tenant = l.tenant AND p.user_id = l.organizer_id
            WHERE l.tenant = ? AND l.user_id = ? AND p.is_organizer = 1 ORDER BY l.created_at DESC, l.organizer_id
            """, arguments: [tenant.rawValue, user.rawValue]).map { User.ID($0) }
    }

    // MARK: - Searches

    package static let recentSearchesMax = 10
    package func addSearch(_ term: String, by user: User.ID, at now: Timestamp) throws {
        try database.execute(sql: """
            INSERT INTO recent_search (tenant, user_id, term_folded, term, at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id, term_folded) DO UPDATE SET term = excluded.term, at = excluded.at
            """, arguments: [tenant.rawValue, user.rawValue, term.folded, term, now.millisecondsSinceEpoch])
        try database.execute(sql: """
            DELETE FROM recent_search WHERE tenant = ?1 AND user_id = ?2 AND term_folded NOT IN
                (SELECT term_folded FROM recent_search WHERE tenant = ?1 AND user_id = ?2
            ORDER BY at DESC, term_folded = ?3 DESC, term_folded LIMIT ?4)
            """, arguments: [tenant.rawValue, user.rawValue, term.folded, Self.recentSearchesMax])
    }
    package func searches(of user: User.ID) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT term FROM recent_search WHERE tenant = ? AND user_id = ? ORDER BY at DESC, term_folded",
            arguments: [tenant.rawValue, user.rawValue])
    }
    package func forgetSearches(of user: User.ID) throws {
        try database.execute(sql: "DELETE FROM recent_search WHERE tenant = ? AND user_id = ?", arguments: [tenant.rawValue, user.rawValue])
    }
}
