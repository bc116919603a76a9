import GRDB
import Kernel

/// One search for due timers. The cost grows with the due timers, not with all timers: two queries over all tenants
/// together, and two more for each sandbox whose clock was moved.
package struct TimerLook {
    struct Due {
        let tenant: TenantID
        let timer: DueTimer
        /// The tenant's time.
        let now: Timestamp
    }
    private(set) var due: [Due] = []
    /// In real time; far in the future if no timer is set.
    package private(set) var nextDue = Timestamp.distantFuture
    package var dueIDs: [String] { due.map(\.timer.messageID) }

    /// - Parameter shifted: the offsets of moved clocks.
    package init(_ db: Database, now: Timestamp, shifted: [TenantID: Duration], max: Int) throws {
        let rows = try Row.fetchAll(try db.cachedStatement(sql: Self.dueSQL), arguments: [now.millisecondsSinceEpoch, max])
        for row in rows {
            let tenant = TenantID(unchecked: row[6])
            // A tenant with a moved clock is handled below, by its own time.
            if shifted[tenant] == nil { due.append(Due(tenant: tenant, timer: DueTimer(row), now: now)) }
        }
        try noteNext(Int64.fetchOne(try db.cachedStatement(sql: Self.nextSQL), arguments: [now.millisecondsSinceEpoch]), ahead: .zero)
        for (tenant, ahead) in shifted {
            let virtual = now + ahead
            let rows = try Row.fetchAll(try db.cachedStatement(sql: Self.dueOfTenantSQL),
                                        arguments: [tenant.rawValue, virtual.millisecondsSinceEpoch, max])
            due += rows.map { Due(tenant: tenant, timer: DueTimer($0), now: virtual) }
            try noteNext(Int64.fetchOne(try db.cachedStatement(sql: Self.nextOfTenantSQL),
                                        arguments: [tenant.rawValue, virtual.millisecondsSinceEpoch]), ahead: ahead)
        }
    }

    private mutating func noteNext(_ later: Int64?, ahead: Duration) {
        if let later { nextDue = min(nextDue, Timestamp(millisecondsSinceEpoch: later) - ahead) }
    }

    static let dueSQL = "SELECT \(DueTimer.columns), tenant FROM souk_timer WHERE due_at <= ? ORDER BY due_at, id LIMIT ?"
    static let nextSQL = "SELECT min(due_at) FROM souk_timer WHERE due_at > ?"
    static let dueOfTenantSQL = "SELECT \(DueTimer.columns) FROM souk_timer WHERE tenant = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?"
    static let nextOfTenantSQL = "SELECT min(due_at) FROM souk_timer WHERE tenant = ? AND due_at > ?"
}
