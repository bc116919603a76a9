/// A week of opening hours as a text that can be asked without reading it as a whole: "open now" looks at three or four of its signs.
///
/// For each day from Monday two intervals, for each of them when it opens and when it closes, two signs each: minutes
/// in base 64, the signs in the order of their numbers, so that times compare as their texts do.
package enum PackedWeek {
    package static let intervalsPerDay = 2
    private static let signsPerTime = 2, signsPerInterval = 4
    private static let base = 64, firstSign = 48
    /// Opens later than any minute and closes before the first.
    private static let closed = time(base * base - 1) + time(0)

    /// Nil: a day has more intervals than fit.
    package static func text(_ hours: OpeningHours) -> String? {
        guard hours.week.values.allSatisfy({ $0.count <= intervalsPerDay }) else { return nil }
        return (1...7).map { day in
            let intervals = hours.week[day] ?? []
            return intervals.map { time($0.opens) + time($0.closes) }.joined()
                + String(repeating: closed, count: intervalsPerDay - intervals.count)
        }.joined()
    }
    /// Minutes, at most 4095.
    package static func time(_ minutes: Int) -> String {
        String(decoding: [UInt8(firstSign + minutes / base % base), UInt8(firstSign + minutes % base)], as: UTF8.self)
    }
    /// Where the hours of a day (ISO weekday 1 … 7) start, counted from 1 as SQL does: an opening and a closing, then the next.
    package static func positions(_ weekday: Int) -> [(opens: Int, closes: Int)] {
        (0..<intervalsPerDay).map { number in
            let start = ((weekday - 1) * intervalsPerDay + number) * signsPerInterval + 1
            return (start, start + signsPerTime)
        }
    }
}
