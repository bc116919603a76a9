import Contracts
import Kernel
import ServiceKit

/// Staff say when trucks deliver in an area. What orders have claimed stays theirs.
package struct SetAreaSchedule: Command {
    package static let type: MessageType = "scheduling.set-area-schedule.v1"
    let areaId: ServiceAreaID
    let form: JSONValue
    package init(areaId: ServiceAreaID, _ form: JSONValue) { (self.areaId, self.form) = (areaId, form) }
    package init(from decoder: any Decoder) throws { (areaId, form) = try PathForm.read("areaId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(areaId, as: "areaId", form, encoder) }

    package func handle(in tx: TruckWindowsTransaction) throws -> ChangeAnswer {
        try tx.require(permission: TruckWindows.dispatch)
        return try PendingChanges(tx).run(.schedule(self))
    }

    func apply(in tx: TruckWindowsTransaction) throws -> JSONValue {
        let schedule = try AreaScheduleForm(form).schedule(replacing: tx.schedules.find(areaId))
        try tx.schedules.save(schedule, of: areaId)
        return schedule.answer
    }
}
