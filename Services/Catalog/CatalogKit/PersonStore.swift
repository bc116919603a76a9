import Contracts
import GRDB
import Kernel

/// People as the catalog knows them: name, role, birthday. Facts come from `auth`.
package struct PersonStore {
    let database: Database
    let tenant: TenantID

    /// Somebody an event or a follow names before `auth` told of them.
    package func ensure(_ user: User.ID, name: String = "") throws {
        try database.cachedStatement(sql: "INSERT INTO person (tenant, user_id, name, name_folded) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, name, name.folded])
    }

    /// Answers whether the name is another now: what is searched by it must be indexed again.
    package func save(_ user: User.ID, name: String, isOrganizer: Bool) throws -> Bool {
        let old = try String.fetchOne(try database.cachedStatement(sql: "SELECT name FROM person WHERE tenant = ? AND user_id = ?"),
                                      arguments: [tenant.rawValue, user.rawValue])
        try database.cachedStatement(sql: """
            INSERT INTO person (tenant, user_id, name, name_folded, is_organizer, has_account) VALUES (?, ?, ?, ?, ?, 1)
            ON CONFLICT (tenant, user_id) DO UPDATE SET name = excluded.name, name_folded = excluded.name_folded, is_organizer = excluded.is_organizer,
                has_account = 1
            """).execute(arguments: [tenant.rawValue, user.rawValue, name, name.folded, isOrganizer])
        return old != nil && old != name
    }

    /// The ids among these that have no account.
    package func strangers(among ids: [String]) throws -> Set<String> {
        let statement = try database.cachedStatement(sql: "SELECT has_account FROM person WHERE tenant = ? AND user_id = ?")
        return Set(try ids.filter { try Bool.fetchOne(statement, arguments: [tenant.rawValue, $0]) != true })
    }

    package func setOrganizer(_ user: User.ID, _ isOrganizer: Bool) throws {
        try ensure(user)
        try database.cachedStatement(sql: "UPDATE person SET is_organizer = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [isOrganizer, tenant.rawValue, user.rawValue])
    }

    package func setBirthDate(_ user: User.ID, _ date: CalendarDate?) throws {
        try ensure(user)
        try database.cachedStatement(sql: "UPDATE person SET birth_date = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [date?.description, tenant.rawValue, user.rawValue])
    }
    package func birthDate(of user: User.ID?) throws -> CalendarDate? {
        guard let user else { return nil }
        let statement = try database.cachedStatement(sql: "SELECT birth_date FROM person WHERE tenant = ? AND user_id = ? AND birth_date IS NOT NULL")
        return try String.fetchOne(statement,
                                   arguments: [tenant.rawValue, user.rawValue]).flatMap { CalendarDate($0) }
    }

    /// Answers whether anything changed.
    package func follow(_ organizer: User.ID, by user: User.ID, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "INSERT INTO follow (tenant, user_id, organizer_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [tenant.rawValue, user.rawValue, organizer.rawValue, now.millisecondsSinceEpoch])
        guard database.changesCount == 1 else { return false }
        try count(organizer, 1)
        return true
    }
    package func unfollow(_ organizer: User.ID, by user: User.ID) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM follow WHERE tenant = ? AND user_id = ? AND organizer_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, organizer.rawValue])
        guard database.changesCount == 1 else { return false }
        try count(organizer, -1)
        return true
    }
    private func count(_ organizer: User.ID, _ change: Int) throws {
        try database.cachedStatement(sql: "UPDATE person SET follower_count = follower_count + ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [change, tenant.rawValue, organizer.rawValue])
    }

    /// An account is gone: no name, no birthday, no likes, nobody followed. Counts stay true.
    package func erase(_ user: User.ID) throws {
        try database.execute(sql: """
            UPDATE person SET name = '', name_folded = '', birth_date = NULL, is_organizer = 0, has_account = 0 WHERE tenant = :tenant AND user_id = :user;
            UPDATE event SET favorite_count = favorite_count - 1 WHERE tenant = :tenant
                AND event_id IN (SELECT event_id FROM favorite WHERE tenant = :tenant AND user_id = :user);
            DELETE FROM favorite WHERE tenant = :tenant AND user_id = :user;
            UPDATE person SET follower_count = follower_count - 1 WHERE tenant = :tenant
                AND user_id IN (SELECT organizer_id FROM follow WHERE tenant = :tenant AND user_id = :user);
            DELETE FROM follow WHERE tenant = :tenant AND user_id = :user;
            DELETE FROM interest_in_event WHERE tenant = :tenant AND user_id = :user;
            DELETE FROM recent_search WHERE tenant = :tenant AND user_id = :user;
            DELETE FROM interests WHERE tenant = :tenant AND user_id = :user;
            DELETE FROM attendance WHERE tenant = :tenant AND user_id = :user;
            UPDATE rating SET review = NULL WHERE tenant = :tenant AND user_id = :user;
            UPDATE report SET details = NULL WHERE tenant = :tenant AND reporter_id = :user;
            """, arguments: ["tenant": tenant.rawValue, "user": user.rawValue])
    }
}
