import Foundation
import GRDB
import Kernel

/// Codes that are under way, and when they were asked for.
public struct CodeStore {
    package let database: Database
    package let tenant: TenantID
    package init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "purpose, subject, address, proof, expires_at, wrong_tries, token_proof"

    package func find(_ purpose: OneTimeCode.Purpose, _ subject: String) throws -> OneTimeCode? {
        try Row.fetchOne(
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM one_time_code WHERE tenant = ? AND purpose = ? AND subject = ?"),
            arguments: [tenant.rawValue, purpose.rawValue, subject]).flatMap(Self.code)
    }
    package func find(tokenProof: [UInt8]) throws -> OneTimeCode? {
        try Row.fetchOne(
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM one_time_code WHERE tenant = ? AND token_proof = ?"),
            arguments: [tenant.rawValue, Data(tokenProof)]).flatMap(Self.code)
    }

    /// The newest code replaces the one before: one is live at a time.
    package func put(_ code: OneTimeCode) throws {
        try database.cachedStatement(sql: """
            INSERT INTO one_time_code (tenant, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, purpose, subject) DO UPDATE SET address = excluded.address, proof = excluded.proof,
            expires_at = excluded.expires_at,
                wrong_tries = excluded.wrong_tries, token_proof = excluded.token_proof
            """).execute(arguments: [
                tenant.rawValue, code.purpose.rawValue, code.subject, code.address, Data(code.proof), code.expiresAt.millisecondsSinceEpoch,
                code.wrongTries, code.tokenProof.map { Data($0) },
            ])
    }
    package func remove(_ code: OneTimeCode) throws {
        try database.cachedStatement(sql: "DELETE FROM one_time_code WHERE tenant = ? AND purpose = ? AND subject = ?")
            .execute(arguments: [tenant.rawValue, code.purpose.rawValue, code.subject])
    }
    /// Everything under way for a person who leaves.
    package func forget(subject: String) throws {
        try database.cachedStatement(sql: "DELETE FROM one_time_code WHERE tenant = ? AND subject = ?")
            .execute(arguments: [tenant.rawValue, subject])
        try database.cachedStatement(sql: "DELETE FROM one_time_code_request WHERE tenant = ? AND subject = ?")
            .execute(arguments: [tenant.rawValue, subject])
    }

    /// Times of the requests since then, newest first.
    package func requests(_ purpose: OneTimeCode.Purpose, _ subject: String, since: Timestamp) throws -> [Timestamp] {
        try Int64.fetchAll(try database.cachedStatement(sql: """
            SELECT at FROM one_time_code_request WHERE tenant = ? AND purpose = ? AND subject = ? AND at > ? ORDER BY at DESC
            """), arguments: [tenant.rawValue, purpose.rawValue, subject, since.millisecondsSinceEpoch]).map {
                Timestamp(millisecondsSinceEpoch: $0)
            }
    }
    /// Notes a request, and forgets what no limit counts any more and codes that are dead.
    package func note(_ purpose: OneTimeCode.Purpose, _ subject: String, at now: Timestamp, forgetBefore: Timestamp) throws {
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO one_time_code_request (tenant, purpose, subject, at) VALUES (?, ?, ?, ?)")
            .execute(arguments: [tenant.rawValue, purpose.rawValue, subject, now.millisecondsSinceEpoch])
        try database.cachedStatement(sql: "DELETE FROM one_time_code_request WHERE tenant = ? AND at < ?")
            .execute(arguments: [tenant.rawValue, forgetBefore.millisecondsSinceEpoch])
        try database.cachedStatement(sql: "DELETE FROM one_time_code WHERE tenant = ? AND expires_at < ?")
            .execute(arguments: [tenant.rawValue, now.millisecondsSinceEpoch])
    }

    private static func code(_ row: Row) -> OneTimeCode? {
        guard let purpose = OneTimeCode.Purpose(rawValue: row[0]) else { return nil }
        return OneTimeCode(purpose: purpose, subject: row[1], address: row[2], proof: [UInt8](row[3] as Data),
                           tokenProof: (row[6] as Data?).map { [UInt8]($0) },
                           expiresAt: Timestamp(millisecondsSinceEpoch: row[4]), wrongTries: row[5])
    }
}
