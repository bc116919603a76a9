import Kernel

extension TimeWindow {
    /// R5: started before the window ends, over after it starts, and not over yet.
    package func takesIn(start eventStart: Timestamp, end eventEnd: Timestamp, now: Timestamp) -> Bool {
        eventStart < end && eventEnd > max(start, now)
    }
}

/// The local windows people ask for (R5). Weeks start on Monday.
package enum NamedWindow: String, Sendable, CaseIterable {
    case today, tomorrow, thisWeek = "this-week", thisWeekend = "this-weekend", thisMonth = "this-month", happeningNow = "happening-now"

    package func window(at now: Timestamp, in zone: TimeZoneRules) -> TimeWindow {
        let today = zone.local(now).date
        func days(_ from: CalendarDate, _ count: Int) -> TimeWindow {
            TimeWindow(start: zone.startOfDay(from), end: zone.startOfDay(from.adding(days: count)))
        }
        let monday = today.adding(days: 1 - today.weekday)
        switch self {
        case .today: return days(today, 1)
        case .tomorrow: return days(today.adding(days: 1), 1)
        case .thisWeek: return days(monday, 7)
        case .thisWeekend: return days(monday.adding(days: 5), 2)
        case .thisMonth:
            let first = today.adding(days: 1 - today.day)
            return days(first, CalendarDate.days(inMonth: today.month, ofYear: today.year))
        case .happeningNow: return TimeWindow(start: now, end: now + .milliseconds(1))
        }
    }
}
