import CatalogEvents
import CatalogKit
import GRDB
import Kernel

extension PersonStore {
    /// An account is gone: no name, no birthday, no likes, nobody followed. Counts stay true.
    package func erase(_ user: User.ID) throws {
        try database.execute(sql: """
            UPDATE person SET name = '', name_folded = '', birth_date = NULL, is_organizer = 0, has_account = 0
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
