/// A stretch of time as people name it in `from` and `to`: RFC 3339 times, half-open, or days of a time zone, `to` included. Either end
/// may be open.
public struct LocalPeriod: Sendable, Equatable {
    /// Inclusive; nil: from the beginning.
    public let from: Timestamp?
    /// Exclusive; nil: without end.
    public let to: Timestamp?

    public init(from: Timestamp? = nil, to: Timestamp? = nil) { (self.from, self.to) = (from, to) }

    /// Reports to `check` a text that is neither a time nor a day, and a period that ends before it begins.
    public init(from: String?, to: String?, in zone: TimeZoneRules, check: inout Validation) {
        let first = from.flatMap(Edge.init), last = to.flatMap(Edge.init)
        for (name, text, edge) in [("from", from, first), ("to", to, last)] where text != nil && edge == nil {
            check.fail(name, "must be a date (YYYY-MM-DD) or a time (RFC 3339)")
        }
        self.from = first?.start(in: zone)
        self.to = last?.end(in: zone)
        switch (first, last) {
        // The day after the last one begins where the first one does: as times they would pass.
        case (.day(let a)?, .day(let b)?): check.require(a <= b, "from", "must not be after to")
        default:
            if let start = self.from, let end = self.to { check.require(start <= end, "from", "must not be after to") }
        }
    }

    private enum Edge {
        case day(CalendarDate), time(Timestamp)
        init?(_ text: String) {
            guard let edge = CalendarDate(text).map(Edge.day) ?? Timestamp(text).map(Edge.time) else { return nil }
            self = edge
        }
        func start(in zone: TimeZoneRules) -> Timestamp {
            switch self {
            case .day(let day): zone.startOfDay(day)
            case .time(let time): time
            }
        }
        func end(in zone: TimeZoneRules) -> Timestamp {
            switch self {
            case .day(let day): zone.startOfDay(day.adding(days: 1))
            case .time(let time): time
            }
        }
    }
}
