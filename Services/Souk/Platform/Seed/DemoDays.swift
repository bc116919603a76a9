import Kernel

/// Days relative to the day of seeding.
struct DemoDays {
    let today: CalendarDate
    /// 0 is Sunday.
    let openDays: Set<Int>
    private static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let daysAhead = 2

    /// Nil when the text has another form.
    func callAsFunction(_ text: String) -> CalendarDate? {
        if text.hasPrefix("d"), let days = Int(text.dropFirst()) { return today.adding(days: days) }
        if text.hasPrefix("open"), let index = Int(text.dropFirst(4)), !openDays.isEmpty {
            // `open-1` is the last open day before today.
            return index >= 0 ? open(index, from: today.adding(days: Self.daysAhead), step: 1)
                : open(-index - 1, from: today.adding(days: -1), step: -1)
        }
        let parts = text.split(separator: " ")
        guard parts.count == 2, let weekday = Self.names.firstIndex(of: String(parts[0])), let week = Int(parts[1]), week > 0 else {
            return nil
        }
        let ahead = (weekday - today.weekday % 7 + 6) % 7 + 1
        return today.adding(days: ahead + 7 * (week - 1))
    }
    private func open(_ index: Int, from first: CalendarDate, step: Int) -> CalendarDate {
        var day = first, left = index
        while true {
            if openDays.contains(day.weekday % 7) {
                if left == 0 { return day }
                left -= 1
            }
            day = day.adding(days: step)
        }
    }
}
