import Contracts
import Kernel

/// A stretch of time in which trucks deliver in an area. It belongs to the local date of its start.
package struct TruckWindow: Sendable, Equatable {
    package let id: TruckWindowID
    package let area: ServiceAreaID
    package let date: CalendarDate
    package let time: TimeWindow
    package let localStart: String
    /// An end at midnight is `24:00`.
    package let localEnd: String
    /// It can be booked before this instant.
    package let cutoffAt: Timestamp

    /// Nil: the clock skips all of it.
    init?(area: ServiceAreaID, date: CalendarDate, minutes: Range<Int>, cutoffMinutes: Int, in zone: TimeZoneRules) {
        let start = WallClock.instant(minutes.lowerBound, of: date, in: zone)
        let end = WallClock.instant(minutes.upperBound, of: date, in: zone)
        guard start < end else { return nil }
        (self.area, self.date, time) = (area, date, TimeWindow(start: start, end: end))
        id = WindowIdentity(area: area, time: time).id
        let shown = WallClock.text(end, in: zone)
        (localStart, localEnd) = (WallClock.text(start, in: zone), shown == "00:00" ? "24:00" : shown)
        cutoffAt = start - .minutes(cutoffMinutes)
    }

    package var option: WindowOption { WindowOption(id: id, startsAt: time.start, endsAt: time.end) }
}
