import Kernel

/// Minutes of a local day as instants: a time that does not exist takes the offset before the change, one that exists
/// twice is the first (RFC 5545 §3.3.5).
enum LocalMinutes {
    static func instant(_ minute: Int, of date: CalendarDate, in zone: TimeZoneRules) -> Timestamp {
        minute < ClockText.minutesPerDay
            ? zone.instant(of: date, secondOfDay: minute * 60)
            : zone.instant(of: date.adding(days: 1), secondOfDay: (minute - ClockText.minutesPerDay) * 60)
    }
    /// May be empty or reversed on a day whose clock changes.
    static func interval(_ range: Range<Int>, of date: CalendarDate, in zone: TimeZoneRules) -> Interval {
        Interval(start: instant(range.lowerBound, of: date, in: zone), end: instant(range.upperBound, of: date, in: zone))
    }
    /// Nil: the clock skips this time on that day.
    static func existingInstant(_ minute: Int, of date: CalendarDate, in zone: TimeZoneRules) -> Timestamp? {
        let instant = instant(minute, of: date, in: zone)
        let local = zone.local(instant)
        return local.date == date && local.secondOfDay == minute * 60 ? instant : nil
    }
}
