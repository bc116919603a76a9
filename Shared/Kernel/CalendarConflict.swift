/// How two stretches of time stand to each other in one calendar, the worse first.
public enum CalendarConflict: String, Sendable, CaseIterable {
    case exact, partial, adjacent

    /// Nil: they have nothing to do with each other. Touching is not overlapping, but adjacent.
    public init?(_ a: TimeWindow, _ b: TimeWindow, adjacentMinutes: Int) {
        if a == b { self = .exact; return }
        if a.start < b.end && b.start < a.end { self = .partial; return }
        let gap = max(a.start, b.start) - min(a.end, b.end)
        guard gap <= .minutes(adjacentMinutes) else { return nil }
        self = .adjacent
    }

    /// Where it stands in a list of conflicts.
    public var rank: Int {
        switch self {
        case .exact: 0
        case .partial: 1
        case .adjacent: 2
        }
    }

    /// Whole minutes that both have.
    public static func overlapMinutes(_ a: TimeWindow, _ b: TimeWindow) -> Int {
        max(0, Int((min(a.end, b.end) - max(a.start, b.start)).wholeSeconds / 60))
    }
    /// Whole minutes between them.
    public static func gapMinutes(_ a: TimeWindow, _ b: TimeWindow) -> Int {
        max(0, Int((max(a.start, b.start) - min(a.end, b.end)).wholeSeconds / 60))
    }
}
