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

/// Time kept free around an appointment.
public struct Buffers: Hashable, Sendable {
    public let beforeMinutes: Int
    public let afterMinutes: Int
    public init(beforeMinutes: Int = 0, afterMinutes: Int = 0) { (self.beforeMinutes, self.afterMinutes) = (beforeMinutes, afterMinutes) }
}
