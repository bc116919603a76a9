import Contracts
import Kernel
import ServiceKit
import SoukTool
import Storage
import TestKit
import Testing

/// Judges the SQL that services executed in the other suites, and so what they put together from parts; runs after
/// them. `make test` gathers it and fails if this suite is skipped.
@Suite("Tidy: plans of the statements that ran",
       .enabled(if: SeenStatements.isGathering, "only make test gathers the statements of the other suites"))
struct StatementPlanTests {
    @Test("No statement that ran reads all rows of a tenant from a table that grows", arguments: Topics.services)
    func whole(_ name: ServiceName) throws {
        let service = try #require(InstalledServices.named(name))
        let statements = try SeenStatements.gathered()[name, default: []].filter {
            $0.contains(/^(SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE)\b/)
        }.sorted()
        #expect(statements.count > 40, "hardly anything was seen of \(name)")
        let found = try StatementPlan.withFile(of: service) { db in
            let plans = try statements.map { try StatementPlan($0, in: db) }
            return try WholeReads.found(in: plans, tables: Set(ShardContents.tables(db)))
        }
        #expect(found.isEmpty, "\(name):\n\(found.joined(separator: "\n"))")
    }
}
