import Kernel

/// A time of opening: minutes since midnight of the day it belongs to. `closes` is beyond 1440 when it runs past midnight; the closing
/// minute is not open any more.
package struct OpeningPeriod: Sendable, Equatable {
    package let opens: Int
    package let closes: Int
    package init(opens: Int, closes: Int) { (self.opens, self.closes) = (opens, closes) }

    static let minutesPerDay = 1440

    /// `closes` at `24:00` or `00:00` is the end of the day; before `opens` it means the next day. Nil: not two different times of day.
    init?(opens: String, closes: String) {
        guard let start = Self.minutes(opens), start < Self.minutesPerDay, var end = Self.minutes(closes) else { return nil }
        if end == 0 { end = Self.minutesPerDay }
        guard end != start else { return nil }
        (self.opens, self.closes) = (start, end < start ? end + Self.minutesPerDay : end)
    }

    /// `HH:mm`, before midnight.
    static func isTime(_ text: String) -> Bool { minutes(text).map { $0 < minutesPerDay } ?? false }

    var opensText: String { Self.text(opens) }
    var closesText: String { closes == Self.minutesPerDay ? "24:00" : Self.text(closes % Self.minutesPerDay) }

    private static func minutes(_ text: String) -> Int? {
        let b = Array(text.utf8)
        guard b.count == 5, b[2] == 58, [0, 1, 3, 4].allSatisfy({ (48...57).contains(b[$0]) }) else { return nil }
        let (hours, minutes) = (Int(b[0] - 48) * 10 + Int(b[1] - 48), Int(b[3] - 48) * 10 + Int(b[4] - 48))
        guard minutes < 60, hours < 24 || (hours == 24 && minutes == 0) else { return nil }
        return hours * 60 + minutes
    }
    private static func text(_ minutes: Int) -> String {
        func two(_ n: Int) -> String { n < 10 ? "0\(n)" : String(n) }
        return two(minutes / 60) + ":" + two(minutes % 60)
    }
}

/// When something is open: periods by day of the week, and dates that are different. A period belongs to the day it starts on.
package struct OpeningCalendar: Sendable, Equatable {
    /// 0 (Sunday) … 6 → periods in order; a day that is missing is closed.
    package var week: [Int: [OpeningPeriod]]
    /// Replaces the periods that start on a date; none: closed.
    package var exceptions: [CalendarDate: [OpeningPeriod]]
    package let zone: TimeZoneRules

    package init(week: [Int: [OpeningPeriod]] = [:], exceptions: [CalendarDate: [OpeningPeriod]] = [:], zone: TimeZoneRules) {
        (self.week, self.exceptions, self.zone) = (week, exceptions, zone)
    }
    package static func == (a: Self, b: Self) -> Bool { a.week == b.week && a.exceptions == b.exceptions && a.zone.name == b.zone.name }

    /// Open so long on end: nobody needs to know when it closes.
    static let alwaysDays = 8
    /// As far ahead as somebody looks for the next opening.
    static let horizonDays = 90

    /// Nothing is ever open.
    package var isEmpty: Bool { week.values.allSatisfy(\.isEmpty) && exceptions.values.allSatisfy(\.isEmpty) }

    package func isOpen(at instant: Timestamp) -> Bool {
        let today = zone.local(instant).date
        return [today.adding(days: -1), today].contains { day in spans(of: day).contains { $0.start <= instant && instant < $0.end } }
    }

    /// When what is open at an instant closes; periods that meet or overlap are one. Nil: closed, or open for eight days on end.
    package func closesAt(from instant: Timestamp) -> Timestamp? {
        let today = zone.local(instant).date
        let limit = instant + .days(Self.alwaysDays)
        let near = (-1...Self.alwaysDays + 1).flatMap { spans(of: today.adding(days: $0)) }.sorted { $0.start < $1.start }
        var end: Timestamp?
        for span in near {
            if let known = end {
                if span.start > known { break }
                end = max(known, span.end)
            } else if span.start <= instant, instant < span.end {
                end = span.end
            }
        }
        guard let end, end < limit else { return nil }
        return end
    }

    /// The next start after an instant, at most 90 days ahead.
    package func opensAt(after instant: Timestamp) -> Timestamp? {
        guard !isEmpty else { return nil }
        let today = zone.local(instant).date
        let limit = instant + .days(Self.horizonDays)
        for step in 0...Self.horizonDays {
            let starts = spans(of: today.adding(days: step)).map(\.start).filter { $0 > instant }
            if let first = starts.min() { return first <= limit ? first : nil }
        }
        return nil
    }

    private func spans(of day: CalendarDate) -> [(start: Timestamp, end: Timestamp)] {
        let periods = exceptions[day] ?? week[day.weekday % 7] ?? []
        return periods.map { period in
            (zone.instant(of: day, secondOfDay: period.opens * 60),
             zone.instant(of: day.adding(days: period.closes / OpeningPeriod.minutesPerDay),
                          secondOfDay: period.closes % OpeningPeriod.minutesPerDay * 60))
        }
    }
}
