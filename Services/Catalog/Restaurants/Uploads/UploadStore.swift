import CatalogKit
import GRDB
import Kernel

/// Pictures by the ids people know them by. The bytes are files of their own: the same picture sent twice is kept once.
package struct UploadStore {
    let database: Database
    let tenant: TenantID

    func add(_ id: String, file: String, by user: User.ID, at now: Timestamp) throws {
        try database.execute(sql: """
            INSERT INTO upload (tenant, upload_id, file_id, user_id, is_used, created_at) VALUES (?, ?, ?, ?, 0, ?)
            """, arguments: [tenant.rawValue, id, file, user.rawValue, now.millisecondsSinceEpoch])
    }
    func file(of id: String) throws -> String? {
        try String.fetchOne(try database.cachedStatement(sql: "SELECT file_id FROM upload WHERE tenant = ? AND upload_id = ?"),
                            arguments: [tenant.rawValue, id])
    }
    /// A restaurant, dish or banner shows the picture from now on, so it stays when its sender's account goes.
    /// False: the picture does not exist.
    package func use(_ id: String) throws -> Bool {
        try database.cachedStatement(sql: "UPDATE upload SET is_used = 1 WHERE tenant = ? AND upload_id = ?")
            .execute(arguments: [tenant.rawValue, id])
        return database.changesCount > 0
    }

    /// Somebody's account is gone: their own pictures go, those that are shown somewhere have no sender any more.
    func erase(_ user: User.ID) throws {
        let files = try String.fetchAll(database, sql: """
            SELECT DISTINCT file_id FROM upload WHERE tenant = ? AND user_id = ? AND is_used = 0
            """, arguments: [tenant.rawValue, user.rawValue])
        try database.execute(sql: "DELETE FROM upload WHERE tenant = ? AND user_id = ? AND is_used = 0",
                             arguments: [tenant.rawValue, user.rawValue])
        try database.execute(sql: "UPDATE upload SET user_id = NULL WHERE tenant = ? AND user_id = ?",
                             arguments: [tenant.rawValue, user.rawValue])
        for file in files {
            try database.execute(sql: """
                DELETE FROM file WHERE tenant = ?1 AND file_id = ?2
                    AND NOT EXISTS (SELECT 1 FROM upload WHERE tenant = ?1 AND file_id = ?2)
                    AND NOT EXISTS (SELECT 1 FROM poster WHERE tenant = ?1 AND file_id = ?2)
                """, arguments: [tenant.rawValue, file])
        }
    }
}

extension CatalogScope {
    package var uploads: UploadStore { UploadStore(database: database, tenant: tenant) }
}
