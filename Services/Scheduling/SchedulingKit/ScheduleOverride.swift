import Kernel

/// Days that differ from the week.
public struct ScheduleOverride: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The weekly hours of these days do not count.
        case closed
        /// Busy time on each of these days, whatever is open.
        case blocked(Range<Int>)
        /// Open time on each of these days, besides the week.
        case extra(Range<Int>)

        public static let names = ["closed", "blocked", "extra"]
        public var name: String {
            switch self {
            case .closed: "closed"
            case .blocked: "blocked"
            case .extra: "extra"
            }
        }
        /// Minutes of the local day; nil: the whole day.
        public var minutes: Range<Int>? {
            switch self {
            case .closed: nil
            case .blocked(let range), .extra(let range): range
            }
        }
        /// Nil for an unknown name, and for times where none belong or none where they do.
        public init?(name: String, minutes: Range<Int>?) {
            switch (name, minutes) {
            case ("closed", nil): self = .closed
            case ("blocked", let range?): self = .blocked(range)
            case ("extra", let range?): self = .extra(range)
            default: return nil
            }
        }
    }
    public let id: Int
    public let startDate: CalendarDate
    public let endDate: CalendarDate
    public let kind: Kind
    public let reason: String
    public init(id: Int, startDate: CalendarDate, endDate: CalendarDate, kind: Kind, reason: String = "") {
        (self.id, self.startDate, self.endDate, self.kind, self.reason) = (id, startDate, endDate, kind, reason)
    }

    public static let spanDaysMax = 366
    public func covers(_ date: CalendarDate) -> Bool { startDate <= date && date <= endDate }

    /// What it takes away from the calendar, in instants: nothing for extra time.
    public func taken(in zone: TimeZoneRules) -> [Interval] {
        switch kind {
        case .extra: return []
        case .closed: return [Interval(start: zone.startOfDay(startDate), end: zone.startOfDay(endDate.adding(days: 1)))]
        case .blocked(let minutes):
            return stride(from: startDate.daysSinceEpoch, through: endDate.daysSinceEpoch, by: 1).map {
                LocalMinutes.interval(minutes, of: CalendarDate(daysSinceEpoch: $0), in: zone)
            }.filter { $0.start < $0.end }
        }
    }
}
