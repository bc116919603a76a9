import GRDB
import Kernel
import Messaging

/// Checks of documents, by person.
package struct IdentityCheckStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package static let cipherUse = "identity-name"

    /// - Parameter cipher: nil where nobody reads the person's name.
    package func find(_ user: User.ID, cipher: ColumnCipher? = nil) throws -> IdentityCheck? {
        let statement = try database.cachedStatement(sql: """
            SELECT status, document_type, last4, number_digest, full_name, reason, attempt FROM identity_check
            WHERE tenant = ? AND user_id = ?
            """)
        guard let row = try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]) else { return nil }
        guard let status = IdentityCheck.Status(rawValue: row[0]) else {
            throw UnreadableCheck(description: "identity check is \(row[0] as String)")
        }
        var check = IdentityCheck(userID: user, status: status)
        if let type = row[1] as String? {
            let name = try cipher.map { try $0.reveal(row[4], of: user.rawValue) }
            check.document = IdentityCheck.Document(type: type, last4: row[2], digest: row[3], fullName: name ?? "")
        }
        (check.reason, check.attempt) = (row[5], row[6])
        return check
    }
    struct UnreadableCheck: Error, CustomStringConvertible { let description: String }

    /// Writes a new document, or the first one.
    package func save(_ check: IdentityCheck, cipher: ColumnCipher) throws {
        let name = try check.document.map { try cipher.protect($0.fullName, of: check.userID.rawValue) }
        try database.cachedStatement(sql: """
            INSERT INTO identity_check (tenant, user_id, status, document_type, last4, number_digest, full_name, reason, attempt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, user_id) DO UPDATE SET status = excluded.status, document_type = excluded.document_type,
                last4 = excluded.last4, number_digest = excluded.number_digest, full_name = excluded.full_name, reason = excluded.reason,
                attempt = excluded.attempt
            """).execute(arguments: [
                tenant.rawValue, check.userID.rawValue, check.status.rawValue, check.document?.type, check.document?.last4,
                check.document?.digest, name, check.reason, check.attempt,
            ])
    }
    /// Writes a result.
    package func update(_ check: IdentityCheck) throws {
        try database.cachedStatement(sql: "UPDATE identity_check SET status = ?, reason = ? WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [check.status.rawValue, check.reason, tenant.rawValue, check.userID.rawValue])
    }

    /// Whether somebody was verified with this number.
    package func isVerified(digest: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM identity_check WHERE tenant = ? AND number_digest = ? AND status = 'verified')
            """)
        return try Bool.fetchOne(statement, arguments: [tenant.rawValue, digest]) ?? false
    }

    package func delete(_ user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM identity_check WHERE tenant = ? AND user_id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue])
    }
}
