import Kernel

/// R13: how two stretches of time stand to each other.
package enum CalendarConflict: String, Sendable {
    case exact, partial, adjacent

    /// Nil: they have nothing to do with each other.
    package init?(_ a: TimeWindow, _ b: TimeWindow, adjacentMinutes: Int) {
        if a == b { self = .exact; return }
        if a.start < b.end && b.start < a.end { self = .partial; return }
        let gap = max(a.start, b.start) - min(a.end, b.end)
        guard gap <= .minutes(adjacentMinutes) else { return nil }
        self = .adjacent
    }
    package static func overlapMinutes(_ a: TimeWindow, _ b: TimeWindow) -> Int {
        max(0, Int((min(a.end, b.end) - max(a.start, b.start)).wholeSeconds / 60))
    }
    package static func gapMinutes(_ a: TimeWindow, _ b: TimeWindow) -> Int {
        max(0, Int((max(a.start, b.start) - min(a.end, b.end)).wholeSeconds / 60))
    }
}
