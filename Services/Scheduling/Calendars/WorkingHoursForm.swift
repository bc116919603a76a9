import Kernel
import SchedulingKit

/// A row of the week as it comes in, checked.
enum WorkingHoursForm {
    /// - Parameter id: of the row that the form describes; 0: it is new.
    /// Nil: refused, and `form` says why.
    static func row(_ form: inout FormReader, id: Int = 0) -> WorkingHours? {
        let day = form.anyInteger("dayOfWeek", isRequired: true)
        if let day, !days.contains(day) { form.fail("dayOfWeek", "must be 0 (Sunday) to 6") }
        let from = form.string("startTime", isRequired: true), until = form.string("endTime", isRequired: true)
        let start = from.flatMap { ClockText.minutes($0.trimmed) }
        let end = until.flatMap { ClockText.minutes($0.trimmed, allowsEndOfDay: true) }
        if from != nil, start == nil { form.fail("startTime", "is not a time (HH:mm, 00:00 to 23:59)") }
        if until != nil, end == nil { form.fail("endTime", "is not a time (HH:mm, up to 24:00)") }
        let isActive = form.flag("isActive") ?? true
        guard let start, let end else { return nil }
        guard start < end else {
            form.fail("endTime", "must be after startTime; hours past midnight are two rows")
            return nil
        }
        guard let day, days.contains(day) else { return nil }
        return WorkingHours(id: id, dayOfWeek: day, startMinute: start, endMinute: end, isActive: isActive)
    }
    private static let days = 0...6
    static let tooMany = "a day has at most \(WorkingHours.rowsPerDayMax) rows"
}
