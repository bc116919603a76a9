import Kernel

/// When a shop is open: intervals by day of the week, and single dates that are different.
package struct OpeningHours: Sendable, Equatable {
    /// Minutes since midnight of its day; `closes` is beyond 1440 when it runs past midnight. The closing minute is not open any more.
    package struct Interval: Sendable, Equatable {
        package let opens: Int
        package let closes: Int

        /// Nil when the texts are no times of day. An end at or before the start is on the next day.
        package init?(_ opens: String, _ closes: String) {
            guard let start = Self.minutes(opens), let end = Self.minutes(closes) else { return nil }
            (self.opens, self.closes) = (start, end <= start ? end + OpeningHours.minutesPerDay : end)
        }
        package var texts: [String] { [Self.text(opens), Self.text(closes % OpeningHours.minutesPerDay)] }

        private static func minutes(_ text: String) -> Int? {
            let b = Array(text.utf8)
            guard b.count == 5, b[2] == 58, [0, 1, 3, 4].allSatisfy({ (48...57).contains(b[$0]) }) else { return nil }
            let (hours, minutes) = (Int(b[0] - 48) * 10 + Int(b[1] - 48), Int(b[3] - 48) * 10 + Int(b[4] - 48))
            return hours < 24 && minutes < 60 ? hours * 60 + minutes : nil
        }
        private static func text(_ minutes: Int) -> String {
            func two(_ n: Int) -> String { n < 10 ? "0\(n)" : String(n) }
            return two(minutes / 60) + ":" + two(minutes % 60)
        }
    }
    package struct SpecialDay: Sendable, Equatable {
        package let date: CalendarDate
        /// None: closed.
        package let intervals: [Interval]
    }

    package static let minutesPerDay = 1440
    package static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    package static let intervalsPerDayMax = 4
    package static let specialDaysMax = 100

    /// ISO weekday 1 … 7 → intervals in order; a day that is missing is closed.
    package var week: [Int: [Interval]] = [:]
    package init(week: [Int: [Interval]] = [:]) { self.week = week }

    package var json: JSONValue {
        .object(Dictionary(week.map { (Self.dayNames[$0.key - 1], Self.json($0.value)) }) { first, _ in first })
    }
    package static func json(_ intervals: [Interval]) -> JSONValue { .array(intervals.map { .array($0.texts.map { .string($0) }) }) }
    package static func json(_ days: [SpecialDay]) -> JSONValue {
        .array(days.map { ["date": .string($0.date.description), "hours": json($0.intervals)] })
    }

    // MARK: - Reading what was sent

    /// `{"sat": [["08:00", "20:00"]], …}`. What is wrong is put under `field`, by day.
    package static func read(_ json: JSONValue, _ field: String, _ check: inout Validation) -> OpeningHours? {
        guard case .object(let days) = json else {
            check.fail(field, "must be an object of days")
            return nil
        }
        var hours = OpeningHours()
        for (name, value) in days.sorted(by: { $0.key < $1.key }) {
            guard let weekday = dayNames.firstIndex(of: name) else {
                check.fail("\(field).\(name)", "must be one of \(dayNames.joined(separator: ", "))")
                continue
            }
            if let intervals = intervals(value, "\(field).\(name)", &check) { hours.week[weekday + 1] = intervals }
        }
        return hours
    }

    /// `[{"date": "2026-03-20", "hours": []}]`, each date once; answered in the order of the dates.
    package static func readSpecialDays(_ json: JSONValue, _ field: String, _ check: inout Validation) -> [SpecialDay]? {
        guard case .array(let days) = json, days.count <= specialDaysMax else {
            check.fail(field, "must be a list of at most \(specialDaysMax) days")
            return nil
        }
        var read: [SpecialDay] = []
        for (index, day) in days.enumerated() {
            guard let date = day["date"]?.string.flatMap({ CalendarDate($0) }) else {
                check.fail("\(field).\(index).date", "must be a date (YYYY-MM-DD)")
                continue
            }
            check.require(!read.contains { $0.date == date }, "\(field).\(index).date", "comes twice")
            guard let hours = day["hours"] else {
                check.fail("\(field).\(index).hours", "is required")
                continue
            }
            if let intervals = intervals(hours, "\(field).\(index).hours", &check) {
                read.append(SpecialDay(date: date, intervals: intervals))
            }
        }
        return read.sorted { $0.date < $1.date }
    }

    private static func intervals(_ json: JSONValue, _ field: String, _ check: inout Validation) -> [Interval]? {
        guard case .array(let entries) = json, entries.count <= intervalsPerDayMax else {
            check.fail(field, "must be a list of at most \(intervalsPerDayMax) intervals")
            return nil
        }
        var read: [Interval] = []
        for entry in entries {
            guard let ends = entry.array, ends.count == 2, let opens = ends[0].string, let closes = ends[1].string,
                  let interval = Interval(opens, closes) else {
                check.fail(field, "each interval is two times HH:mm")
                return nil
            }
            read.append(interval)
        }
        read.sort { $0.opens < $1.opens }
        for (earlier, later) in zip(read, read.dropFirst()) where later.opens < earlier.closes {
            check.fail(field, "intervals overlap")
            return nil
        }
        return read
    }
}

/// A moment as opening hours see it: today and yesterday (whose night may still be on), and the minute of the day.
package struct OpenMoment: Sendable, Equatable {
    package let today: CalendarDate
    package let minute: Int
    package init(_ local: LocalTime) { (today, minute) = (local.date, local.secondOfDay / 60) }
    package var yesterday: CalendarDate { today.adding(days: -1) }
}
