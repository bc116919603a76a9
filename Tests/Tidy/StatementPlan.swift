import Foundation
import GRDB
import Kernel
import ServiceKit
import Storage

/// How SQLite executes one statement.
struct StatementPlan: Sendable {
    let sql: String
    /// The steps: `SEARCH ticket USING INDEX …`.
    let steps: [String]
    /// Tables with one row per tenant.
    private let perTenant: Set<String>
    /// Indices of some rows, such as those that wait: reading all of one is what it is for.
    private let partialIndices: Set<String>

    /// Throws when the file has no such table or column.
    init(_ sql: String, in db: Database) throws {
        self.sql = sql
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        // Values are not needed: parameters that nobody binds are NULL.
        statement.setUncheckedArguments([])
        steps = try Row.fetchAll(statement).map { $0["detail"] }
        let words = Set(steps.flatMap { $0.split(separator: " ").map(String.init) })
        perTenant = try words.filter { try db.tableExists($0) && db.primaryKey($0).columns == ["tenant"] }
        partialIndices = try words.filter {
            try Bool.fetchOne(db, sql: "SELECT sql LIKE '% WHERE %' FROM sqlite_schema WHERE type = 'index' AND name = ?", arguments: [$0])
                ?? false
        }
    }

    var text: String { steps.joined(separator: "; ") }

    /// Tables of which every row is read, or every row of a tenant.
    func readWhole(tables: Set<String>) -> Set<String> {
        Set(steps.compactMap { step -> String? in
            guard !step.split(separator: " ").contains(where: { partialIndices.contains(String($0)) }),
                  let name = step.firstMatch(of: /^SCAN (\w+)/)?.1 ?? step.firstMatch(of: /^SEARCH (\w+) .*\(tenant=\?\)$/)?.1 else {
                return nil
            }
            let table = tables.contains(String(name)) ? String(name) : aliased(name)
            return table.flatMap { tables.contains($0) && !(perTenant.contains($0) && step.hasPrefix("SEARCH")) ? $0 : nil }
        })
    }

    /// The table that the statement calls by this short name.
    private func aliased(_ name: Substring) -> String? {
        let words = sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        for (index, word) in words.enumerated() where word == name && index > 0 {
            let before = words[index - 1] == "AS" ? index - 2 : index - 1
            if before > 0, ["FROM", "JOIN", "INTO", "UPDATE"].contains(words[before - 1].uppercased()) { return String(words[before]) }
        }
        return nil
    }
}

extension StatementPlan {
    /// An empty file of a service, with its tables and their statistics.
    static func withFile<T>(of service: any PlatformService.Type, _ body: (Database) throws -> T) throws -> T {
        let folder = NSTemporaryDirectory() + "souk-plans-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: "\(folder)/p0.sqlite", migrations: SchemaRulesTests.migrations(of: service))
        defer { file.close() }
        // On a reader: it must have seen what the writer wrote last.
        return try file.pool.read(body)
    }
}
