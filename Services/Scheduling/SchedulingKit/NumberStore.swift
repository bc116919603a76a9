import GRDB
import Kernel

/// Things counted per tenant and kind from 1.
package struct NumberStore {
    package enum Kind: String {
        case appointment, workingHours = "working-hours", scheduleOverride = "override", bookingLink = "booking-link",
             waitlistEntry = "waitlist-entry"
    }
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func next(_ kind: Kind) throws -> Int {
        let statement = try database.cachedStatement(sql: """
            INSERT INTO last_number (tenant, kind, value) VALUES (?, ?, 1) ON CONFLICT (tenant, kind) DO UPDATE SET value = value + 1
            RETURNING value
            """)
        guard let number = try Int.fetchOne(statement, arguments: [tenant.rawValue, kind.rawValue]) else { throw Rejection.notFound }
        return number
    }
    /// Numbers that came from elsewhere are not given out again.
    package func raise(_ kind: Kind, to number: Int) throws {
        try database.cachedStatement(sql: """
            INSERT INTO last_number (tenant, kind, value) VALUES (?, ?, ?)
            ON CONFLICT (tenant, kind) DO UPDATE SET value = max(value, excluded.value)
            """).execute(arguments: [tenant.rawValue, kind.rawValue, number])
    }
}
