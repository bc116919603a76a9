/// Notices that a producer's client stands still: it has records, and for a while none was acknowledged.
///
/// An idempotent client that loses a broker in the middle of a request may wait for ever for what it needs before it sends
/// again (seen with librdkafka 2.0.2 and three brokers of which one was killed). A new client goes on at once.
package struct StallWatch {
    /// Brokers replace a dead leader within `broker.session.timeout.ms` (9 s); a shorter time would take that for a stall.
    package static let standardTimeout: Duration = .seconds(12)
    private static let timeoutMax: Duration = .seconds(120)

    package let timeout: Duration
    private let first: Duration
    /// Since when there were records and no acknowledgement; nil: nothing waits.
    private var since: ContinuousClock.Instant?
    private var acknowledged = 0

    package init(timeout: Duration = standardTimeout) { (self.timeout, first) = (timeout, timeout) }
    private init(timeout: Duration, after first: Duration) { (self.timeout, self.first) = (timeout, first) }

    /// - Parameters:
    ///   - hasRecords: some are not acknowledged yet.
    ///   - acknowledged: how many were acknowledged so far.
    package mutating func isStalled(hasRecords: Bool, acknowledged: Int, at now: ContinuousClock.Instant) -> Bool {
        if !hasRecords || acknowledged != self.acknowledged { since = nil }
        self.acknowledged = acknowledged
        guard hasRecords else { return false }
        let start = since ?? now
        since = start
        return now - start >= timeout
    }

    /// It was not the client: nobody answers. The time begins anew.
    package mutating func excuse() { since = nil }

    /// The watch of the client that comes next. Brokers that take nothing for other reasons see fewer and fewer new clients.
    package var next: StallWatch { StallWatch(timeout: acknowledged > 0 ? first : min(timeout * 2, Self.timeoutMax), after: first) }
}
