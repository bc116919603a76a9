import Kernel

/// How the sandbox's provider misbehaves on request (`X-Sandbox-Payment`).
public enum Misbehaviour: Sendable, Equatable {
    /// The result comes this long after the attempt's start; nil: as long as the tenant says.
    case late(Duration?)
    /// The result comes twice.
    case duplicate
    /// No callback; only asking the provider finds the result.
    case never
    /// The result is told before the start.
    case outOfOrder

    /// Longer than any hold, short enough for a virtual clock.
    public static let lateMax: Duration = .days(30)

    /// Nil for text that is none of `late`, `late=<ISO 8601 duration>`, `duplicate`, `never`, `out-of-order`.
    public init?(_ text: String) {
        switch text {
        case "late": self = .late(nil)
        case "duplicate": self = .duplicate
        case "never": self = .never
        case "out-of-order": self = .outOfOrder
        default:
            guard text.hasPrefix("late="), let delay = ISODuration.parse(text.dropFirst(5)), delay <= Self.lateMax else { return nil }
            self = .late(delay)
        }
    }

    /// The text it is read from.
    public var text: String {
        switch self {
        case .late(nil): "late"
        case .late(let delay?): "late=PT\(delay.wholeSeconds)S"
        case .duplicate: "duplicate"
        case .never: "never"
        case .outOfOrder: "out-of-order"
        }
    }
}

/// ISO 8601 durations of fixed length: `P1DT2H30M5S`. Years and months have no fixed length and are refused.
enum ISODuration {
    static func parse(_ text: some StringProtocol) -> Duration? {
        guard text.first == "P" else { return nil }
        var seconds = 0, digits = "", inTime = false, parts = 0
        for character in text.dropFirst() {
            if character == "T", !inTime, digits.isEmpty { inTime = true; continue }
            if character.isASCII, character.isNumber { digits.append(character); continue }
            guard digits.count <= 9, let count = Int(digits), let unit = unitSeconds(character, inTime: inTime) else { return nil }
            (digits, parts) = ("", parts + 1)
            seconds += count * unit
        }
        return digits.isEmpty && parts > 0 ? .seconds(seconds) : nil
    }
    private static func unitSeconds(_ character: Character, inTime: Bool) -> Int? {
        switch (character, inTime) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }
}
