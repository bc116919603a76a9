/// Holds a relay back while readers of a topic are far behind. Needed on a broker that keeps only a few megabytes.
public protocol RelayPacer: Sendable {
    /// May this record go out now? Counts it if so.
    func allows(_ record: OutgoingRecord) -> Bool
}

/// A broker with real retention needs no pacing.
public struct Unpaced: RelayPacer {
    public init() {}
    public func allows(_ record: OutgoingRecord) -> Bool { true }
}
