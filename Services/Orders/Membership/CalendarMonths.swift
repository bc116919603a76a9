import Kernel

extension CalendarDate {
    /// The same day so many months later, or the last day of a month that is too short for it (31 January + 1 = 28 or 29 February).
    package func adding(months: Int) -> CalendarDate {
        let month0 = year * 12 + (month - 1) + months
        let (year, month) = (month0 / 12, month0 % 12 + 1)
        return CalendarDate(year: year, month: month, day: min(day, Self.days(inMonth: month, ofYear: year))) ?? self
    }
    package var firstOfMonth: CalendarDate { adding(days: 1 - day) }
    /// `2026-11`
    package var monthText: String { String(description.prefix(7)) }
    package static func - (a: CalendarDate, b: CalendarDate) -> Int { a.daysSinceEpoch - b.daysSinceEpoch }
}
