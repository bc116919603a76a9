/// The end of a wait for another thread or program. Time in which the whole machine stood still does not count: a virtual
/// machine can stop for a minute, and what is waited for stops with it.
public struct Patience {
    /// A look that comes later than this after the one before counts as this much.
    static let countedPerLookMax: Duration = .seconds(5)

    private var left: Duration
    private var lastLook = ContinuousClock.now
    public init(_ limit: Duration) { left = limit }

    /// Call it once for each look.
    public mutating func isOver() -> Bool {
        let now = ContinuousClock.now
        left -= min(now - lastLook, Self.countedPerLookMax)
        lastLook = now
        return left <= .zero
    }
}
