import Contracts
import GRDB
import Kernel

/// Rows of `personal_feed`: of the secret in an address only a keyed hash is kept.
struct PersonalFeedStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    func owner(ofHash hash: String) throws -> User.ID? {
        let statement = try database.cachedStatement(sql: "SELECT user_id FROM personal_feed WHERE tenant = ? AND hash = ?")
        return try String.fetchOne(statement, arguments: [tenant, hash]).map { User.ID($0) }
    }
    func createdAt(of user: User.ID) throws -> Timestamp? {
        let statement = try database.cachedStatement(sql: "SELECT created_at FROM personal_feed WHERE tenant = ? AND user_id = ?")
        return try Int64.fetchOne(statement, arguments: [tenant, user.rawValue]).map { Timestamp(millisecondsSinceEpoch: $0) }
    }
    /// The address before it is dead.
    func save(hash: String, of user: User.ID, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO personal_feed (tenant, user_id, hash, created_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at
            """).execute(arguments: [tenant, user.rawValue, hash, now.millisecondsSinceEpoch])
    }
    func remove(of user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM personal_feed WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant, user.rawValue])
    }
}
