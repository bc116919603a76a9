import Kernel

/// A half-open stretch of time: touching another is not meeting it.
public struct Interval: Hashable, Sendable {
    public let start: Timestamp
    public let end: Timestamp
    public init(start: Timestamp, end: Timestamp) { (self.start, self.end) = (start, end) }
    public init(start: Timestamp, minutes: Int) { self.init(start: start, end: start + .minutes(minutes)) }

    public func meets(_ other: Interval) -> Bool { start < other.end && other.start < end }
    public func widened(by buffers: Buffers) -> Interval {
        Interval(start: start - .minutes(buffers.beforeMinutes), end: end + .minutes(buffers.afterMinutes))
    }

    /// Until when somebody has it who has that long to decide: a whole second, because answers show it so, and at most until it begins.
    package func keptUntil(minutes: Int, from now: Timestamp) -> Timestamp { min((now + .minutes(minutes)).wholeSeconds, start) }
    /// The buffers by which it was widened to that time.
    package func buffers(in busy: Interval) -> Buffers {
        Buffers(beforeMinutes: Int((start - busy.start).wholeSeconds / 60), afterMinutes: Int((busy.end - end).wholeSeconds / 60))
    }

    /// Sorted and disjoint: what touches or overlaps becomes one, what is empty is gone.
    static func union(_ intervals: [Interval]) -> [Interval] {
        var out: [Interval] = []
        for interval in intervals.sorted(by: { $0.start < $1.start }) where interval.start < interval.end {
            if let last = out.last, interval.start <= last.end {
                if interval.end > last.end { out[out.count - 1] = Interval(start: last.start, end: interval.end) }
            } else {
                out.append(interval)
            }
        }
        return out
    }
}

extension Interval {
    /// Where at least so many of them lie upon each other; sorted and disjoint.
    static func crowded(_ intervals: [Interval], by count: Int) -> [Interval] {
        if count <= 1 { return union(intervals) }
        let solid = intervals.filter { $0.start < $0.end }
        guard solid.count >= count else { return [] }
        // At the same instant one ends before another begins: touching is not meeting.
        let edges = (solid.map { ($0.start, 1) } + solid.map { ($0.end, -1) }).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        var out: [Interval] = [], depth = 0, since: Timestamp?
        for (instant, step) in edges {
            depth += step
            if depth >= count, since == nil {
                since = instant
            } else if depth < count, let start = since {
                out.append(Interval(start: start, end: instant))
                since = nil
            }
        }
        return union(out)
    }
}

/// Time kept free around an appointment.
public struct Buffers: Hashable, Sendable {
    public let beforeMinutes: Int
    public let afterMinutes: Int
    public init(beforeMinutes: Int = 0, afterMinutes: Int = 0) { (self.beforeMinutes, self.afterMinutes) = (beforeMinutes, afterMinutes) }
}
