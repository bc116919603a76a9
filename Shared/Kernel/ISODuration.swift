/// An ISO 8601 duration of weeks, days, hours, minutes and seconds: `P1DT2H30M`, `-PT15M`. By hand: Foundation has no parser for it.
///
/// Years and months have no fixed length and are refused. Each unit occurs once at most; each number has at most nine digits.
public struct ISODuration: Hashable, Sendable {
    public let isNegative: Bool
    /// Weeks and days, without the sign. Calendars count days: one is not always 24 hours.
    public let days: Int
    /// Hours, minutes and seconds, without the sign.
    public let seconds: Int

    public init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        isNegative = rest.hasPrefix("-")
        if isNegative { rest = rest.dropFirst() }
        guard rest.popFirst() == "P", !rest.isEmpty, rest.last != "T" else { return nil }
        var days = 0, seconds = 0, isTime = false, seen: [Character] = []
        while !rest.isEmpty {
            if rest.first == "T", !isTime {
                (isTime, rest, seen) = (true, rest.dropFirst(), [])
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard (1...9).contains(digits.count), let count = Int(digits), let unit = rest.popFirst(),
                !seen.contains(unit) else { return nil }
            switch (unit, isTime) {
            case ("W", false): days += 7 * count
            case ("D", false): days += count
            case ("H", true): seconds += 3600 * count
            case ("M", true): seconds += 60 * count
            case ("S", true): seconds += count
            default: return nil
            }
            seen.append(unit)
        }
        (self.days, self.seconds) = (days, seconds)
    }

    /// As elapsed time: a day is 24 hours.
    public var elapsed: Duration { .seconds((isNegative ? -1 : 1) * (days * 86_400 + seconds)) }
}
