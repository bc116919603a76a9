import Contracts
import Kernel
import SchedulingAppointments
import SchedulingKit
import ServiceKit

/// The provider's own free slots: no notice, no horizon.
public struct FreeSlots: Query {
    public static let type: MessageType = "scheduling.free-slots.v1"
    public let duration: Int?
    static let durations = 5...720
    public let from: String?
    public let to: String?

    public func answer(in view: SchedulingView) throws -> JSONValue {
        let reading = try view.reading
        let calendar = try reading.calendar(of: view.calendarOwner(named: nil))
        var check = Validation()
        let minutes = check.number("duration", duration, Self.durations)
        let range = try SlotRange.read(from: from, to: to, today: reading.today(calendar), form: check)
        guard let minutes else { throw Rejection.malformed("The duration could not be read.") }
        let offer = try reading.offer(calendar, durationMinutes: minutes, from: range.lowerBound, through: range.upperBound)
        let days = offer.days(from: range.lowerBound, through: range.upperBound, rules: [MinimumNotice(now: reading.second, minutes: 0)])
        return SlotAnswer.list(days, calendar.zone, timezone: calendar.timezone, from: range.lowerBound, to: range.upperBound,
                               durationMinutes: minutes)
    }
}
