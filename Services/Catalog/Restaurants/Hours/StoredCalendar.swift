import Kernel

/// How hours stand in a row: `0:600-720,780-1440;1:…`, dates instead of days for exceptions. Short to read: lists read a hundred of them.
enum StoredCalendar {
    static func text(_ week: [Int: [OpeningPeriod]]) -> String {
        week.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { "\($0.key):" + periods($0.value) }.joined(separator: ";")
    }
    static func text(_ exceptions: [CalendarDate: [OpeningPeriod]]) -> String {
        exceptions.sorted { $0.key < $1.key }.map { "\($0.key):" + periods($0.value) }.joined(separator: ";")
    }
    private static func periods(_ periods: [OpeningPeriod]) -> String {
        periods.map { "\($0.opens)-\($0.closes)" }.joined(separator: ",")
    }

    static func week(_ text: String) -> [Int: [OpeningPeriod]] {
        Dictionary(read(text).compactMap { day, periods in Int(day).map { ($0, periods) } }) { first, _ in first }
    }
    static func exceptions(_ text: String) -> [CalendarDate: [OpeningPeriod]] {
        Dictionary(read(text).compactMap { day, periods in CalendarDate(String(day)).map { ($0, periods) } }) { first, _ in first }
    }
    private static func read(_ text: String) -> [(day: Substring, periods: [OpeningPeriod])] {
        text.split(separator: ";").compactMap { entry in
            guard let colon = entry.firstIndex(of: ":") else { return nil }
            let periods = entry[entry.index(after: colon)...].split(separator: ",").compactMap { period -> OpeningPeriod? in
                let ends = period.split(separator: "-").compactMap { Int($0) }
                return ends.count == 2 ? OpeningPeriod(opens: ends[0], closes: ends[1]) : nil
            }
            return (entry[..<colon], periods)
        }
    }
}
