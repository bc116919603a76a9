import GRDB
import Kernel
import Storage

/// Rows of `pending_change`.
struct PendingChangeStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    func insert(_ change: PendingChange, of request: String, awaiting subject: PendingChange.Subject) throws {
        try database.cachedStatement(sql: "INSERT INTO pending_change (tenant, request_id, awaits, document) VALUES (?, ?, ?, ?)")
            .run([tenant, request, subject.key, String(decoding: try JSON.encode(change), as: UTF8.self)])
    }
    func find(_ request: String) throws -> PendingChange? {
        try StoredRow.fetchOne(try database.cachedStatement(sql: "SELECT document FROM pending_change WHERE tenant = ? AND request_id = ?"),
                               [tenant, request]).map { try JSON.decode(PendingChange.self, from: ($0[0] as String).utf8) }
    }
    func awaiting(_ subject: PendingChange.Subject) throws -> [(request: String, change: PendingChange)] {
        try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT request_id, document FROM pending_change WHERE tenant = ? AND awaits = ? ORDER BY request_id
            """), [tenant, subject.key]).map { ($0[0], try JSON.decode(PendingChange.self, from: ($0[1] as String).utf8)) }
    }
    func wait(_ request: String, for subject: PendingChange.Subject) throws {
        try database.cachedStatement(sql: "UPDATE pending_change SET awaits = ? WHERE tenant = ? AND request_id = ?")
            .run([subject.key, tenant, request])
    }
    func delete(_ request: String) throws {
        try database.cachedStatement(sql: "DELETE FROM pending_change WHERE tenant = ? AND request_id = ?").run([tenant, request])
    }
}
