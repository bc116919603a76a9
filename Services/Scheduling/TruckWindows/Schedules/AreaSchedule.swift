import Contracts
import Kernel

/// When trucks deliver in a service area.
package struct AreaSchedule: Sendable, Equatable {
    /// A date that differs from its weekday.
    package struct Exception: Codable, Sendable, Equatable {
        package let date: CalendarDate
        /// Nil: closed.
        package let hours: OpenHours?
        package let reason: String?
        package init(date: CalendarDate, hours: OpenHours?, reason: String? = nil) {
            (self.date, self.hours, self.reason) = (date, hours, reason)
        }
    }
    /// Only the days that were given; the others are closed.
    package let weekly: [Weekday: OpenHours]
    package let windowMinutes: Int
    /// How long before its start a window can still be booked. Elapsed time.
    package let cutoffMinutes: Int
    /// At most one of a date, in their order.
    package let exceptions: [Exception]

    package static let windowLengths = 30...240
    package static let cutoffs = 0...1440
    package static let exceptionsMax = 366

    package init(weekly: [Weekday: OpenHours], windowMinutes: Int, cutoffMinutes: Int, exceptions: [Exception] = []) {
        (self.weekly, self.windowMinutes, self.cutoffMinutes) = (weekly, windowMinutes, cutoffMinutes)
        self.exceptions = exceptions.sorted { $0.date < $1.date }
    }

    package func exception(on date: CalendarDate) -> Exception? { exceptions.first { $0.date == date } }

    /// An exception replaces the week.
    package func hours(on date: CalendarDate) -> OpenHours {
        if let exception = exception(on: date) { return exception.hours ?? .none }
        return weekly[Weekday(of: date)] ?? .none
    }

    /// The windows that begin on a date, in order: one after the other from each opening; a rest that is too short is dropped.
    package func windows(of area: ServiceAreaID, on date: CalendarDate, in zone: TimeZoneRules) -> [TruckWindow] {
        hours(on: date).ranges.flatMap { range in
            stride(from: range.lowerBound, through: range.upperBound - windowMinutes, by: windowMinutes).compactMap { minute in
                TruckWindow(area: area, date: date, minutes: minute..<minute + windowMinutes, cutoffMinutes: cutoffMinutes, in: zone)
            }
        }
    }
}
