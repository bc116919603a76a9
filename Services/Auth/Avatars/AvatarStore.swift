import GRDB
import Kernel
import ServiceKit

/// Rows of `avatar`, for one tenant, and the files they name.
package struct AvatarStore {
    private let database: Database
    private let tenant: TenantID
    private let files: FileStore
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant, files) = (database, tenant, FileStore(database, tenant)) }

    package func file(of avatar: String) throws -> StoredFile? {
        try String.fetchOne(try database.cachedStatement(sql: "SELECT file_id FROM avatar WHERE tenant = ? AND avatar_id = ?"),
                            arguments: [tenant.rawValue, avatar])
            .flatMap { try files.find($0) }
    }

    package func read(_ file: StoredFile, offset: Int, length: Int) throws -> [UInt8] { try files.read(file, offset: offset,
                      length: length) }

    /// Replaces the picture of this person.
    func keep(_ bytes: [UInt8], contentType: String, as avatar: String, of user: User.ID, at now: Timestamp) throws {
        let file = try files.keep(bytes, contentType: contentType, at: now)
        try forget(user, except: file.id)
        try database.cachedStatement(sql: "INSERT INTO avatar (tenant, user_id, avatar_id, file_id) VALUES (?, ?, ?, ?)")
            .execute(arguments: [tenant.rawValue, user.rawValue, avatar, file.id])
    }

    /// Forgets the picture of this person, and the file once nobody else has it.
    package func forget(_ user: User.ID, except kept: String? = nil) throws {
        let old = try String.fetchOne(try database.cachedStatement(sql: "SELECT file_id FROM avatar WHERE tenant = ? AND user_id = ?"),
                                      arguments: [tenant.rawValue, user.rawValue])
        guard let old else { return }  // There is none.
        try database.cachedStatement(sql: "DELETE FROM avatar WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue])
        let others = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM avatar WHERE tenant = ? AND file_id = ?"),
                                      arguments: [tenant.rawValue, old])
        if others == 0, old != kept { try files.remove(old) }
    }
}
