import Contracts
import Kernel
import ServiceKit

/// A schedule of the demo. The area need not be known yet.
extension ImportAreaSchedule: Command {
    public typealias Answer = NoContent
    public func handle(in tx: TruckWindowsTransaction) throws -> NoContent {
        guard try tx.schedules.find(areaId) == nil else { return NoContent() }
        let form = AreaScheduleForm([
            "weekly": .object(weekly.mapValues { .array($0.map { .array($0.map { .string($0) }) }) }),
            "windowMinutes": .int(windowMinutes), "cutoffMinutes": .int(cutoffMinutes), "exceptions": .array(exceptions),
        ])
        try tx.schedules.save(try form.schedule(replacing: nil), of: areaId)
        return NoContent()
    }
}
