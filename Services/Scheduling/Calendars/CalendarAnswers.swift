import Kernel
import SchedulingKit

extension WorkingHours {
    var json: JSONValue {
        ["id": .int(id), "dayOfWeek": .int(dayOfWeek), "startTime": .string(ClockText.text(startMinute)),
         "endTime": .string(ClockText.text(endMinute)), "isActive": .bool(isActive)]
    }
}
extension ScheduleOverride {
    /// `conflicts`: numbers of the appointments it touches.
    func json(conflicts: [Int]) -> JSONValue {
        ["id": .int(id), "startDate": .string(startDate.description), "endDate": .string(endDate.description), "kind": .string(kind.name),
         "startTime": .text(kind.minutes.map { ClockText.text($0.lowerBound) }),
         "endTime": .text(kind.minutes.map { ClockText.text($0.upperBound) }),
         "reason": .string(reason), "conflicts": .array(conflicts.map { .int($0) })]
    }
}
extension CalendarSettings {
    func answer(_ names: BookingNames, timezone: String) -> JSONValue {
        let named = json.map { (names.setting($0.key), $0.value) } + [("timezone", .string(timezone))]
        return .object(Dictionary(named) { $1 })
    }
}
