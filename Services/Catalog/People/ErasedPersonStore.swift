import CatalogEvents
import CatalogKit
import Contracts
import GRDB
import Kernel

extension PersonStore {
    package func favorites(of user: User.ID) throws -> [EventID] {
        try String.fetchAll(database, sql: "SELECT event_id FROM favorite WHERE tenant = ? AND user_id = ? ORDER BY event_id",
                            arguments: [tenant.rawValue, user.rawValue]).map { EventID($0) }
    }
    package func followed(by user: User.ID) throws -> [User.ID] {
        try String.fetchAll(database, sql: "SELECT organizer_id FROM follow WHERE tenant = ? AND user_id = ? ORDER BY organizer_id",
                            arguments: [tenant.rawValue, user.rawValue]).map { User.ID($0) }
    }

    /// An account is gone: no name, no birthday, no likes, nobody followed. Counts stay true. It sells nothing any more, so the
    /// person counts as suspended for good.
    package func erase(_ user: User.ID) throws {
        try database.execute(sql: """
            UPDATE person SET name = '', name_folded = '', own_name = NULL, birth_date = NULL, is_organizer = 0, has_account = 0,
                is_verified = 0, is_suspended = 1, organization = NULL, bio = NULL, website = NULL, avatar_url = NULL, contact_email = NULL,
                contact_phone = NULL
            WHERE tenant = :tenant AND user_id = :user;
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
