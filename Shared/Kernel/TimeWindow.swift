/// A stretch of time, its end not included.
public struct TimeWindow: Sendable, Equatable {
    public let start: Timestamp
    public let end: Timestamp
    public init(start: Timestamp, end: Timestamp) { (self.start, self.end) = (start, end) }

    /// With so many minutes more at both ends.
    public func widened(byMinutes minutes: Int) -> TimeWindow { TimeWindow(start: start - .minutes(minutes), end: end + .minutes(minutes)) }
}
