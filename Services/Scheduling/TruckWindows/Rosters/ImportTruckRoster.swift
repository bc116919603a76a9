import Contracts
import Kernel
import ServiceKit

/// A roster of the demo. Neither the truck nor its areas need be known yet.
extension ImportTruckRoster: Command {
    public typealias Answer = NoContent
    public func handle(in tx: TruckWindowsTransaction) throws -> NoContent {
        guard try tx.rosters.roster(of: truckId).rows.isEmpty else { return NoContent() }
        let set = SetTruckRoster(truckId: truckId, roster: .array(rows.map { row in
            ["areaId": .string(row.areaId.rawValue), "weekdays": .array(row.weekdays.map { .string($0) }),
             "stopsPerWindow": .int(row.stopsPerWindow)]
        }))
        try tx.rosters.replace(try set.checked(), of: truckId)
        return NoContent()
    }
}
