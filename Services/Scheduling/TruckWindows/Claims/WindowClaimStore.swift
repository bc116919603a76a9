import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `window_claim`. The shard has one writer, so of any number of claims at once as many win as there are stops.
package struct WindowClaimStore {
    private let database: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    private static let columns = "claim_id, order_id, state, area_id, starts_at, ends_at, truck_id, stop, promised_by, expires_at"

    package func find(_ id: ClaimID) throws -> WindowClaim? {
        try StoredRow.fetchOne(
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM window_claim WHERE tenant = ? AND claim_id = ?"),
            [tenant, id.rawValue]).map(Self.claim)
    }

    /// Holds whose time is over although no timer said so yet.
    package func overdue(at now: Timestamp) throws -> [WindowClaim] {
        try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM window_claim WHERE tenant = ? AND state = 'held' AND expires_at <= ? ORDER BY expires_at, claim_id
            """), [tenant, now.millisecondsSinceEpoch]).map(Self.claim)
    }

    private static func claim(_ row: StoredRow) -> WindowClaim {
        func time(_ column: Int) -> Timestamp { Timestamp(millisecondsSinceEpoch: row[column]) }
        var stop: WindowClaim.Stop?
        if let area = row[3] as String? {
            stop = WindowClaim.Stop(area: ServiceAreaID(area), time: TimeWindow(start: time(4), end: time(5)),
                                    truck: TruckID(row[6] as String), number: row[7], promisedBy: time(8), heldUntil: time(9))
        }
        let state: ClaimState = switch row[2] as String {
        case "confirmed": .confirmed
        case "released": .released
        case "expired": .expired
        default: .held(until: stop?.heldUntil)
        }
        return WindowClaim(id: ClaimID(row[0] as String), order: OrderID(row[1] as String), state: state, stop: stop)
    }
    private static func text(_ state: ClaimState) -> String {
        switch state {
        case .held: "held"
        case .confirmed: "confirmed"
        case .released: "released"
        case .expired: "expired"
        }
    }

    /// How many stops of each truck are claimed in windows of an area that begin in these days.
    package func taken(in area: ServiceAreaID, from start: Timestamp, until end: Timestamp, at now: Timestamp) throws
        -> [TakenStops: Int] {
        let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT starts_at, ends_at, truck_id, count(*) FROM window_claim
            WHERE tenant = ? AND area_id = ? AND starts_at >= ? AND starts_at < ? AND state IN ('held', 'confirmed')
                AND (state = 'confirmed' OR expires_at > ?)
            GROUP BY starts_at, ends_at, truck_id
            """), [tenant, area.rawValue, start.millisecondsSinceEpoch, end.millisecondsSinceEpoch, now.millisecondsSinceEpoch])
        return Dictionary(rows.map { row in
            let time = TimeWindow(start: Timestamp(millisecondsSinceEpoch: row[0]), end: Timestamp(millisecondsSinceEpoch: row[1]))
            return (TakenStops(time: time, truck: TruckID(row[2] as String)), row[3])
        }) { first, _ in first }
    }

    /// The lowest number that none of the truck's claims in the window has.
    package func freeStop(of truck: TruckID, in area: ServiceAreaID, _ time: TimeWindow) throws -> Int {
        let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT stop FROM window_claim
            WHERE tenant = ? AND area_id = ? AND starts_at = ? AND ends_at = ? AND truck_id = ? AND state IN ('held', 'confirmed')
            ORDER BY stop
            """), [tenant, area.rawValue, time.start.millisecondsSinceEpoch, time.end.millisecondsSinceEpoch, truck.rawValue])
        return rows.map { $0[0] as Int }.reduce(1) { $1 == $0 ? $0 + 1 : $0 }
    }

    package func insert(_ claim: WindowClaim, overAt: Timestamp) throws {
        let stop = claim.stop
        try database.cachedStatement(sql: """
            INSERT INTO window_claim (tenant, \(Self.columns), over_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant, claim.id.rawValue, claim.order.rawValue, Self.text(claim.state), stop?.area.rawValue,
                stop?.time.start.millisecondsSinceEpoch, stop?.time.end.millisecondsSinceEpoch, stop?.truck.rawValue, stop?.number,
                stop?.promisedBy.millisecondsSinceEpoch, stop?.heldUntil.millisecondsSinceEpoch, overAt.millisecondsSinceEpoch,
            ])
    }
    package func update(_ claim: WindowClaim) throws {
        try database.cachedStatement(sql: "UPDATE window_claim SET state = ? WHERE tenant = ? AND claim_id = ?")
            .run([Self.text(claim.state), tenant, claim.id.rawValue])
    }

    /// Deletes claims that are past `WindowClaim`'s retention, a few at a time.
    package func prune(before now: Timestamp) throws {
        try database.cachedStatement(sql: """
            DELETE FROM window_claim WHERE tenant = ?1 AND claim_id IN (
                SELECT claim_id FROM window_claim WHERE tenant = ?1 AND over_at < ?2 ORDER BY over_at LIMIT 20)
            """).run([tenant, now.millisecondsSinceEpoch])
    }
}

/// Claims of one truck in one window.
package struct TakenStops: Hashable, Sendable {
    package let start: Timestamp
    package let end: Timestamp
    package let truck: TruckID
    package init(time: TimeWindow, truck: TruckID) { (start, end, self.truck) = (time.start, time.end, truck) }
}
