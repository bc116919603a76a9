import Kernel

/// The plugin of tenants whose providers keep weekly hours themselves. It is there where no other calendar is named.
public struct WeeklyHours: CalendarPlugin {
    public init(_ settings: SchedulingSettings) {}
    public func calendar(hours: [WorkingHours], exceptions: [ScheduleOverride]) -> any Calendar {
        WeeklyCalendar(hours: hours, exceptions: exceptions)
    }
    public func buffers(of settings: CalendarSettings) -> Buffers { settings.buffers }
}

/// Weekly hours with exceptions: days that are closed, times that are blocked, extra times.
public struct WeeklyCalendar: Calendar {
    private let week: [[Range<Int>]]
    private let exceptions: [ScheduleOverride]

    public init(hours: [WorkingHours], exceptions: [ScheduleOverride]) {
        var week = [[Range<Int>]](repeating: [], count: 7)
        for row in hours where row.isActive && row.startMinute < row.endMinute && (0..<7).contains(row.dayOfWeek) {
            week[row.dayOfWeek].append(row.startMinute..<row.endMinute)
        }
        self.week = week.map(Self.joined)
        self.exceptions = exceptions
    }

    public func openMinutes(on date: CalendarDate) -> [Range<Int>] {
        let weekly = week[date.weekday % 7]
        var isClosed = false
        var extra: [Range<Int>] = []
        for exception in exceptions where exception.covers(date) {
            switch exception.kind {
            case .closed: isClosed = true
            case .extra(let minutes): extra.append(minutes)
            case .blocked: break  // Takes time away, in `blockedMinutes`.
            }
        }
        if extra.isEmpty { return isClosed ? [] : weekly }
        return Self.joined(isClosed ? extra : weekly + extra)
    }

    public func blockedMinutes(on date: CalendarDate) -> [Range<Int>] {
        exceptions.compactMap { exception in
            guard exception.covers(date), case .blocked(let minutes) = exception.kind else { return nil }
            return minutes
        }
    }

    /// Touching or overlapping ranges become one.
    static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var out: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = out.last, range.lowerBound <= last.upperBound {
                out[out.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                out.append(range)
            }
        }
        return out
    }
}
