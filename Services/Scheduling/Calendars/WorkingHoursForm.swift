import Kernel
import SchedulingKit

/// A row of the week as it comes in, checked.
public struct WorkingHoursForm: Codable, Sendable {
    public let id: Int?
    public let dayOfWeek: Int
    public let startTime: String
    public let endTime: String
    public let isActive: Bool?

    /// Nil: refused, and said so under `prefix`.
    func row(id: Int, prefix: String = "", _ check: inout Validation) -> WorkingHours? {
        let start = ClockText.minutes(startTime.trimmed), end = ClockText.minutes(endTime.trimmed, allowsEndOfDay: true)
        check.require((0...6).contains(dayOfWeek), prefix + "dayOfWeek", "must be 0 (Sunday) to 6")
        check.require(start != nil, prefix + "startTime", "is not a time (HH:mm, 00:00 to 23:59)")
        check.require(end != nil, prefix + "endTime", "is not a time (HH:mm, up to 24:00)")
        guard let start, let end, (0...6).contains(dayOfWeek) else { return nil }
        guard start < end else {
            check.fail(prefix + "endTime", "must be after startTime; hours past midnight are two rows")
            return nil
        }
        return WorkingHours(id: id, dayOfWeek: dayOfWeek, startMinute: start, endMinute: end, isActive: isActive ?? true)
    }
    static let tooMany = "a day has at most \(WorkingHours.rowsPerDayMax) rows"
}
