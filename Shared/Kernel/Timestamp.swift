/// An instant in UTC with millisecond precision. JSON form: RFC 3339 (`2026-11-21T07:00:00Z`, fraction only when not zero).
///
/// Own arithmetic instead of Foundation's `Date`: integers compare exactly, the same on every machine and in every replay.
public struct Timestamp: Hashable, Comparable, Sendable {
    public let millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) { self.millisecondsSinceEpoch = millisecondsSinceEpoch }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.millisecondsSinceEpoch < b.millisecondsSinceEpoch }

    public static let distantPast = Timestamp(millisecondsSinceEpoch: -62_135_596_800_000)  // 0001-01-01T00:00:00Z
    public static let distantFuture = Timestamp(millisecondsSinceEpoch: 253_402_300_799_000)  // 9999-12-31T23:59:59Z

    public static func + (t: Timestamp, d: Duration) -> Timestamp {
        Timestamp(millisecondsSinceEpoch: t.millisecondsSinceEpoch + d.wholeMilliseconds)
    }
    public static func - (t: Timestamp, d: Duration) -> Timestamp {
        Timestamp(millisecondsSinceEpoch: t.millisecondsSinceEpoch - d.wholeMilliseconds)
    }
    public static func - (a: Timestamp, b: Timestamp) -> Duration {
        .milliseconds(a.millisecondsSinceEpoch - b.millisecondsSinceEpoch)
    }

    /// Whole seconds since 1970, rounded down.
    public var secondsSinceEpoch: Int64 {
        let ms = millisecondsSinceEpoch
        return ms >= 0 ? ms / 1000 : -((-ms + 999) / 1000)
    }
    public init(secondsSinceEpoch: Int64) { self.init(millisecondsSinceEpoch: secondsSinceEpoch * 1000) }

    /// The same instant with the fraction of a second cut off: the precision of times in answers.
    public var wholeSeconds: Timestamp { Timestamp(secondsSinceEpoch: secondsSinceEpoch) }
    /// The first whole second at or after it. Answers have this precision, and a clock set to it has reached the instant.
    public var wholeSecondsUp: Timestamp { wholeSeconds == self ? self : wholeSeconds + .seconds(1) }
}

extension Duration {
    /// Milliseconds, rounded towards zero.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
    /// Seconds, rounded towards zero.
    public var wholeSeconds: Int64 { components.seconds }
    public static func minutes(_ n: Int) -> Duration { .seconds(60 * n) }
    public static func hours(_ n: Int) -> Duration { .seconds(3600 * n) }
    public static func days(_ n: Int) -> Duration { .seconds(86_400 * n) }
}

// MARK: - RFC 3339

extension Timestamp: CustomStringConvertible, LosslessStringConvertible, Codable {
    /// RFC 3339 in UTC.
    public var description: String {
        let seconds = secondsSinceEpoch
        let fraction = Int(millisecondsSinceEpoch - seconds * 1000)
        let day = seconds.flooredQuotient(by: 86_400)
        let second = Int(seconds - day * 86_400)
        let date = CalendarDate(daysSinceEpoch: Int(day))
        return String(unsafeUninitializedCapacity: 24) { out in
            var i = 0
            func digits(_ value: Int, _ width: Int) {
                var v = value
                for k in stride(from: width - 1, through: 0, by: -1) { out[i + k] = UInt8(48 + v % 10); v /= 10 }
                i += width
            }
            func mark(_ c: Character) { out[i] = c.asciiValue ?? 63; i += 1 }
            digits(date.year, 4); mark("-"); digits(date.month, 2); mark("-"); digits(date.day, 2); mark("T")
            digits(second / 3600, 2); mark(":"); digits(second / 60 % 60, 2); mark(":"); digits(second % 60, 2)
            if fraction != 0 { mark("."); digits(fraction, 3) }
            mark("Z")
            return i
        }
    }

    /// Parses RFC 3339 with `Z` or a numeric offset. Returns nil for anything else (a leap second reads as :59), also for a time that
    /// its offset moves out of the years 1 to 9999: no text in UTC could say it again.
    public init?(_ text: String) {
        let b = Array(text.utf8)
        guard b.count >= 20, b[4] == 45, b[7] == 45, b[10] == 84 || b[10] == 116 || b[10] == 32, b[13] == 58, b[16] == 58 else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int? {
            var n = 0
            for i in range {
                guard i < b.count, b[i] >= 48, b[i] <= 57 else { return nil }
                n = n * 10 + Int(b[i] - 48)
            }
            return n
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            hour < 24, minute < 60, second <= 60, let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var i = 19
        var fraction = 0
        if i < b.count, b[i] == 46 {
            i += 1
            let start = i
            var scale = 100
            while i < b.count, b[i] >= 48, b[i] <= 57 {
                fraction += Int(b[i] - 48) * scale
                scale /= 10
                i += 1
            }
            guard i > start else { return nil }
        }
        guard i < b.count else { return nil }
        var offsetSeconds = 0
        switch b[i] {
        case 90, 122:
            guard i + 1 == b.count else { return nil }
        case 43, 45:
            guard i + 6 == b.count, b[i + 3] == 58, let h = number(i + 1..<i + 3), let m = number(i + 4..<i + 6), h < 24, m < 60 else {
                return nil
            }
            offsetSeconds = (h * 3600 + m * 60) * (b[i] == 45 ? -1 : 1)
        default: return nil
        }
        let seconds = Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59) - offsetSeconds)
        guard seconds >= Self.distantPast.secondsSinceEpoch, seconds <= Self.distantFuture.secondsSinceEpoch else { return nil }
        self.init(millisecondsSinceEpoch: seconds * 1000 + Int64(fraction))
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time: \(text.prefix(40))")
        }
        self = value
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int64 {
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let q = self / divisor
        return self % divisor < 0 ? q - 1 : q
    }
}
