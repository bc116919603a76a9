import CatalogKit
import Kernel

/// Reads hours and exceptions as owners send them.
enum HoursForm {
    static let periodsPerDayMax = 4
    static let exceptionsMax = 60
    private static let overlap = "overlaps another period"

    static func week(_ value: JSONValue, _ check: inout Validation) -> [Int: [OpeningPeriod]]? {
        guard let entries = value.array, entries.count <= 7 * periodsPerDayMax else {
            check.fail("hours", "must have at most \(7 * periodsPerDayMax) entries")
            return nil
        }
        var week: [Int: [OpeningPeriod]] = [:]
        var all: [(index: Int, start: Int, end: Int)] = []
        var isRead = true
        for (index, entry) in entries.enumerated() {
            let day = entry["dayOfWeek"]?.int.flatMap { (0...6).contains($0) ? $0 : nil }
            check.require(day != nil, "hours.\(index).dayOfWeek", "must be 0 to 6")
            let period = period(entry, "hours.\(index)", &check)
            guard let day, let period else {
                isRead = false
                continue
            }
            week[day, default: []].append(period)
            if week[day, default: []].count > periodsPerDayMax {
                check.fail("hours.\(index)", "must be one of at most \(periodsPerDayMax) periods of a day")
            }
            let start = day * OpeningPeriod.minutesPerDay
            all.append((index, start + period.opens, start + period.closes))
        }
        let length = 7 * OpeningPeriod.minutesPerDay
        for (number, later) in all.enumerated() {
            // The end of Saturday night is the beginning of Sunday.
            let isTaken = all.prefix(number).contains { earlier in
                [-length, 0, length].contains { later.start + $0 < earlier.end && earlier.start < later.end + $0 }
            }
            if isTaken { check.fail("hours.\(later.index)", overlap) }
        }
        return !isRead ? nil : week.mapValues { $0.sorted { $0.opens < $1.opens } }
    }

    static func exceptions(_ value: JSONValue, _ check: inout Validation) -> [CalendarDate: [OpeningPeriod]]? {
        guard let entries = value.array, entries.count <= exceptionsMax else {
            check.fail("exceptions", "must have at most \(exceptionsMax) entries")
            return nil
        }
        var exceptions: [CalendarDate: [OpeningPeriod]] = [:]
        for (index, entry) in entries.enumerated() {
            let path = "exceptions.\(index)"
            let date = entry["date"]?.string.flatMap { CalendarDate($0) }
            check.require(date != nil, "\(path).date", "must be a date (YYYY-MM-DD)")
            let periods = periods(entry, path, &check)
            guard let date else { continue }
            if exceptions[date] != nil { check.fail("\(path).date", "comes twice") }
            exceptions[date] = periods
        }
        return exceptions
    }

    private static func periods(_ entry: JSONValue, _ path: String, _ check: inout Validation) -> [OpeningPeriod] {
        let isClosed = entry["closed"]?.bool == true
        guard let entries = entry["periods"]?.array, !(isClosed && entries.isEmpty) else {
            check.require(isClosed, "\(path).periods", "is required")
            return []
        }
        check.require(!isClosed, "\(path).periods", "must be empty on a closed day")
        check.require((1...periodsPerDayMax).contains(entries.count), "\(path).periods", "must have 1 to \(periodsPerDayMax) entries")
        var periods: [OpeningPeriod] = []
        for (index, entry) in entries.enumerated() {
            guard let period = period(entry, "\(path).periods.\(index)", &check) else { continue }
            if periods.contains(where: { period.opens < $0.closes && $0.opens < period.closes }) {
                check.fail("\(path).periods.\(index)", overlap)
            }
            periods.append(period)
        }
        return periods.sorted { $0.opens < $1.opens }
    }

    private static func period(_ entry: JSONValue, _ path: String, _ check: inout Validation) -> OpeningPeriod? {
        let opens = entry["opens"]?.string ?? "", closes = entry["closes"]?.string ?? ""
        let (isStart, isEnd) = (OpeningPeriod.isTime(opens), OpeningPeriod.isTime(closes) || closes == "24:00")
        check.require(isStart, "\(path).opens", "is not a time (HH:mm)")
        check.require(isEnd, "\(path).closes", "is not a time (HH:mm, up to 24:00)")
        guard isStart, isEnd else { return nil }
        guard let period = OpeningPeriod(opens: opens, closes: closes) else {
            check.fail("\(path).closes", "must not be the same as opens")
            return nil
        }
        return period
    }
}
