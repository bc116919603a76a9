import Kernel

/// A start as people give it: an instant, or a day and a time on the wall.
public enum StartTime {
    /// Nil: refused, and said so.
    public static func read(_ startsAt: String?, date: String?, startTime: String?, in zone: TimeZoneRules,
                            _ check: inout Validation) -> Timestamp? {
        let isInstant = startsAt.map { !$0.trimmed.isEmpty } ?? false
        if isInstant || date == nil && startTime == nil { return instant(startsAt, &check) }
        let day = date.flatMap { CalendarDate($0.trimmed) }, minute = startTime.flatMap { ClockText.minutes($0.trimmed) }
        check.require(day != nil, "date", "is not a date (YYYY-MM-DD)")
        check.require(minute != nil, "startTime", "is not a time (HH:mm)")
        guard let day, let minute else { return nil }
        guard let instant = LocalMinutes.existingInstant(minute, of: day, in: zone) else {
            check.fail("startTime", "does not exist on that day")
            return nil
        }
        return instant
    }

    /// A start that may only be given as an instant. Nil: refused, and said so.
    public static func instant(_ startsAt: String?, _ check: inout Validation) -> Timestamp? {
        guard let text = startsAt?.trimmed, !text.isEmpty else {
            check.fail("startsAt", "is required")
            return nil
        }
        guard let instant = Timestamp(text), instant.wholeSeconds == instant else {
            check.fail("startsAt", "is not a time (RFC 3339, whole seconds)")
            return nil
        }
        return instant
    }

    /// Years have four digits: a start after this one could have an end that no answer can show.
    static let last = Timestamp.distantFuture - .days(2)
    /// Refuses a start that the provider may not choose: what is over, and where the calendar ends. A clock that shows whole seconds
    /// shows a start in this second as now.
    public static func check(_ start: Timestamp, sentAs field: String, at now: Timestamp, _ check: inout Validation) {
        check.require(start >= now.wholeSeconds, field, "is in the past")
        check.require(start <= last, field, "is beyond what can be booked")
    }
}

/// The dates of a range, both ends included.
public enum DateRange {
    /// Nil: refused, and said so.
    public static func date(_ field: String, _ text: String?, _ check: inout Validation) -> CalendarDate? {
        guard let text, !text.trimmed.isEmpty else { return nil }
        guard let date = CalendarDate(text.trimmed) else {
            check.fail(field, "is not a date (YYYY-MM-DD)")
            return nil
        }
        return date
    }
}
