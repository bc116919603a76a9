// By hand: Foundation's `TimeZone` brings ICU's data; replay needs the same answer on every machine.

/// A time zone in the notation of POSIX `TZ` (IEEE 1003.1 §8.3, with the hours -167…167 of RFC 8536): `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixZone: Sendable {
    private let standardOffset: Int
    private let daylight: Daylight?

    private struct Daylight: Sendable {
        let offset: Int
        let start: Change
        let end: Change
    }
    /// A day of every year, and the local second at which the clock changes.
    private struct Change: Sendable {
        enum Day: Sendable {
            /// 1 … 365, 29 February never counted.
            case julian(Int)
            /// 0 … 365.
            case ofYear(Int)
            /// Week 5 is the last; weekday 0 is Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
        }
        let day: Day
        let second: Int

        /// Seconds since 1970 on the wall clock.
        func wallSeconds(year: Int) -> Int64 {
            let firstOfYear = PosixZone.days(year, 1, 1)
            let days: Int
            switch day {
            case .julian(let n): days = firstOfYear + n - 1 + (CalendarDate.isLeap(year) && n >= 60 ? 1 : 0)
            case .ofYear(let n): days = firstOfYear + n
            case .weekday(let month, let week, let weekday):
                let first = PosixZone.days(year, month, 1)
                // 1970-01-01 was a Thursday (4 with Sunday as 0).
                let firstWeekday = ((first + 4) % 7 + 7) % 7
                var date = 1 + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                while date > CalendarDate.days(inMonth: month, ofYear: year) { date -= 7 }
                days = first + date - 1
            }
            return Int64(days) * 86_400 + Int64(second)
        }
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        CalendarDate(year: year, month: month, day: day)?.daysSinceEpoch ?? 0
    }

    init(_ text: String) throws(TimeZoneRules.Unreadable) {
        var scanner = Scanner(text)
        try scanner.name()
        standardOffset = -(try scanner.time())
        if scanner.isAtEnd {
            daylight = nil
            return
        }
        try scanner.name()
        let offset = scanner.peek == UInt8(ascii: ",") ? standardOffset + 3600 : -(try scanner.time())
        try scanner.expect(",")
        let start = try Self.change(&scanner)
        try scanner.expect(",")
        let end = try Self.change(&scanner)
        guard scanner.isAtEnd else { throw scanner.unreadable }
        daylight = Daylight(offset: offset, start: start, end: end)
    }

    private static func change(_ scanner: inout Scanner) throws(TimeZoneRules.Unreadable) -> Change {
        let day: Change.Day
        switch scanner.peek {
        case UInt8(ascii: "M"):
            scanner.advance()
            let month = try scanner.number(1...12)
            try scanner.expect(".")
            let week = try scanner.number(1...5)
            try scanner.expect(".")
            day = .weekday(month: month, week: week, weekday: try scanner.number(0...6))
        case UInt8(ascii: "J"):
            scanner.advance()
            day = .julian(try scanner.number(1...365))
        default: day = .ofYear(try scanner.number(0...365))
        }
        guard scanner.peek == UInt8(ascii: "/") else { return Change(day: day, second: 7200) }
        scanner.advance()
        return Change(day: day, second: try scanner.time())
    }

    func offset(at seconds: Int64) -> Int {
        guard let daylight else { return standardOffset }
        let year = CalendarDate(daysSinceEpoch: Int((seconds + Int64(standardOffset)).flooredQuotient(by: 86_400))).year
        let start = daylight.start.wallSeconds(year: year) - Int64(standardOffset)
        let end = daylight.end.wallSeconds(year: year) - Int64(daylight.offset)
        // South of the equator daylight time goes over the new year.
        let isDaylight = start < end ? seconds >= start && seconds < end : seconds >= start || seconds < end
        return isDaylight ? daylight.offset : standardOffset
    }

    private struct Scanner {
        private let text: String
        private let bytes: [UInt8]
        private var at = 0
        init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }
        var isAtEnd: Bool { at >= bytes.count }
        var peek: UInt8? { at < bytes.count ? bytes[at] : nil }
        var unreadable: TimeZoneRules.Unreadable { TimeZoneRules.Unreadable(description: "not a POSIX time zone: \(text)") }
        mutating func advance() { at += 1 }
        mutating func expect(_ character: Unicode.Scalar) throws(TimeZoneRules.Unreadable) {
            guard peek == UInt8(ascii: character) else { throw unreadable }
            at += 1
        }
        /// `CEST` or `<+0330>`.
        mutating func name() throws(TimeZoneRules.Unreadable) {
            let start = at
            if peek == UInt8(ascii: "<") {
                while let c = peek, c != UInt8(ascii: ">") { at += 1 }
                try expect(">")
            } else {
                while let c = peek, (97...122).contains(c | 32) { at += 1 }
            }
            guard at - start >= 3 else { throw unreadable }
        }
        mutating func number(_ range: ClosedRange<Int>) throws(TimeZoneRules.Unreadable) -> Int {
            let start = at
            var value = 0
            while let c = peek, (48...57).contains(c), at - start < 4 {
                value = value * 10 + Int(c - 48)
                at += 1
            }
            guard at > start, range.contains(value) else { throw unreadable }
            return value
        }
        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time() throws(TimeZoneRules.Unreadable) -> Int {
            let isNegative = peek == UInt8(ascii: "-")
            if isNegative || peek == UInt8(ascii: "+") { at += 1 }
            var seconds = try number(0...167) * 3600
            for unit in [60, 1] where peek == UInt8(ascii: ":") {
                at += 1
                seconds += try number(0...59) * unit
            }
            return isNegative ? -seconds : seconds
        }
    }
}
