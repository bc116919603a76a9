import CatalogKit
import GRDB
import Kernel

/// The WHERE of a list of events that the database cuts, with its arguments.
package struct EventCondition {
    private var sources: [String]
    private var conditions: [String]
    package private(set) var arguments: [DatabaseValue]

    /// No event is longer (the table checks it), so what started earlier is over.
    package static let lookBack: Duration = .days(Event.lengthDaysMax + 1)

    package init(tenant: TenantID, driver: String? = nil) {
        sources = (driver.map { [$0] } ?? []) + ["event e"]
        conditions = driver == nil ? ["e.tenant = ?"] : []
        arguments = driver == nil ? [tenant.rawValue.databaseValue] : []
    }

    package var tables: String { sources.joined(separator: " CROSS JOIN ") }
    package var text: String { conditions.joined(separator: " AND ") }
    package var counted: String { "\(tables) WHERE \(text)" }

    package mutating func require(_ condition: String, _ values: DatabaseValue...) {
        conditions.append(condition)
        arguments += values
    }

    /// Published and not over.
    package mutating func addLive(now: Timestamp) {
        require("e.life = 'published' AND e.deleted_at IS NULL")
        require("e.start_at > ? AND e.end_at > ?", (now - Self.lookBack).millisecondsSinceEpoch.databaseValue,
                now.millisecondsSinceEpoch.databaseValue)
    }

    package mutating func addAges(_ ages: [(years: Int, from: Timestamp)]) {
        guard !ages.isEmpty else { return }
        let reached = ages.map { _ in "(e.age_restriction <= ? AND e.start_at >= ?)" }.joined(separator: " OR ")
        conditions.append("(e.age_restriction IS NULL OR \(reached))")
        for age in ages { arguments += [age.years.databaseValue, age.from.millisecondsSinceEpoch.databaseValue] }
    }
}
