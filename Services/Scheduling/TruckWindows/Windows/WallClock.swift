import Kernel

/// Minutes of a local day as instants, for windows that neither overlap nor leave holes: a reading that the clock skips means the
/// first instant after the gap, one that it shows twice means the first time.
enum WallClock {
    /// - Parameter minute: 1440 is the end of the day.
    static func instant(_ minute: Int, of date: CalendarDate, in zone: TimeZoneRules) -> Timestamp {
        let day = minute < ClockText.minutesPerDay ? date : date.adding(days: 1)
        let second = (minute < ClockText.minutesPerDay ? minute : minute - ClockText.minutesPerDay) * 60
        let instant = zone.instant(of: day, secondOfDay: second), shown = zone.local(instant)
        // In a gap the zone answers as much later as the gap is long.
        let skipped = (shown.date.daysSinceEpoch - day.daysSinceEpoch) * 86_400 + shown.secondOfDay - second
        guard skipped > 0 else { return instant }
        return zone.nextTransition(after: instant - .seconds(skipped))?.at ?? instant
    }

    /// `HH:mm` as a clock on the wall shows it.
    static func text(_ instant: Timestamp, in zone: TimeZoneRules) -> String { ClockText.text(zone.local(instant).secondOfDay / 60) }
}
