import Contracts
import GRDB
import Kernel

/// What shops need of people: their language, and to forget them.
package struct ShopPersonStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func locale(of user: User.ID?) throws -> String? {
        guard let user else { return nil }
        return try String.fetchOne(
            try database.cachedStatement(sql: "SELECT locale FROM person WHERE tenant = ? AND user_id = ? AND locale IS NOT NULL"),
            arguments: [tenant.rawValue, user.rawValue])
    }
    package func setLocale(_ locale: String?, of user: User.ID) throws {
        try database.cachedStatement(sql: "UPDATE person SET locale = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [locale, tenant.rawValue, user.rawValue])
    }
    /// Favorites and places of work go; ratings keep their stars, without words and name.
    package func erase(_ user: User.ID) throws {
        try database.execute(sql: """
            UPDATE person SET locale = NULL WHERE tenant = :tenant AND user_id = :user;
            DELETE FROM shop_favorite WHERE tenant = :tenant AND user_id = :user;
            DELETE FROM shop_vendor WHERE tenant = :tenant AND user_id = :user;
            UPDATE shop_rating SET comment = NULL WHERE tenant = :tenant AND user_id = :user;
            """, arguments: ["tenant": tenant.rawValue, "user": user.rawValue])
    }
}
