import Kernel

/// Faults that the sandbox injects on request (`X-Sandbox-Payment`).
public enum FaultInjection: Sendable, Equatable {
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
            guard text.hasPrefix("late="), let span = ISODuration(text.dropFirst(5)), !span.isNegative,
                span.elapsed <= Self.lateMax else { return nil }
            self = .late(span.elapsed)
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
