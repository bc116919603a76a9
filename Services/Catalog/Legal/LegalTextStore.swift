import GRDB
import Kernel

/// Rows of legal texts: every version that was ever in force, and those to come.
struct LegalTextStore {
    let database: Database
    let tenant: TenantID

    func find(_ kind: LegalKind, version: String, language: String) throws -> LegalText? {
        let statement = try database.cachedStatement(
            sql: "SELECT effective_from, body FROM legal_text WHERE tenant = ? AND kind = ? AND version = ? AND language = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, kind.rawValue, version, language]).map { row in
            LegalText(kind: kind, version: version, effectiveFrom: row[0], body: row[1])
        }
    }
    /// A version that exists stays as people have accepted it.
    func insert(_ kind: LegalKind, version: String, language: String, effectiveFrom: CalendarDate, body: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO legal_text (tenant, kind, version, language, effective_from, body) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant.rawValue, kind.rawValue, version, language, effectiveFrom.description, body])
    }
}
