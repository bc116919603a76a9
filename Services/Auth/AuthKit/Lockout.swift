import Kernel

/// The tries of one identifier: a few wrong ones within the window, then waiting times that grow with each further try,
/// right password or not.
public struct Lockout: Hashable, Sendable {
    /// Tenant data.
    public struct Rule: Hashable, Sendable, Codable {
        public var failuresMax = 5
        public var windowSeconds = 15 * 60
        public var firstWaitSeconds = 30
        public var longestWaitSeconds = 15 * 60
        public init() {}
        public init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: CodingKeys.self)
            failuresMax = try box.decodeIfPresent(Int.self, forKey: .failuresMax) ?? failuresMax
            windowSeconds = try box.decodeIfPresent(Int.self, forKey: .windowSeconds) ?? windowSeconds
            firstWaitSeconds = try box.decodeIfPresent(Int.self, forKey: .firstWaitSeconds) ?? firstWaitSeconds
            longestWaitSeconds = try box.decodeIfPresent(Int.self, forKey: .longestWaitSeconds) ?? longestWaitSeconds
        }
    }

    /// The newest failures, oldest first; never more than the rule counts.
    public private(set) var failures: [Timestamp]
    /// How often a wait was imposed since the last success.
    public private(set) var waits: Int
    public private(set) var lockedUntil: Timestamp?

    public init(failures: [Timestamp] = [], waits: Int = 0, lockedUntil: Timestamp? = nil) {
        (self.failures, self.waits, self.lockedUntil) = (failures, waits, lockedUntil)
    }

    /// The identifier is locked.
    public func isLocked(at now: Timestamp) -> Bool { lockedUntil.map { now < $0 } ?? false }

    /// A try comes in. Nil: it may be judged. Else how long to wait; trying before that makes the wait longer.
    public mutating func refuse(at now: Timestamp, _ rule: Rule) -> Duration? {
        forget(before: now, rule)
        guard let until = lockedUntil, now < until else { return nil }
        return lock(at: now, rule)
    }

    /// The try was judged and wrong.
    public mutating func fail(at now: Timestamp, _ rule: Rule) {
        forget(before: now, rule)
        failures = Array((failures + [now]).suffix(rule.failuresMax))
        if failures.count >= rule.failuresMax { _ = lock(at: now, rule) }
    }

    private mutating func lock(at now: Timestamp, _ rule: Rule) -> Duration {
        // 2^20 times anything is beyond the longest wait: the shift cannot overflow.
        let wait = Duration.seconds(min(rule.firstWaitSeconds << min(waits, 20), rule.longestWaitSeconds))
        waits += 1
        lockedUntil = now + wait
        return wait
    }

    private mutating func forget(before now: Timestamp, _ rule: Rule) {
        failures.removeAll { $0 + .seconds(rule.windowSeconds) <= now }
        if failures.isEmpty, lockedUntil.map({ $0 <= now }) ?? true { (waits, lockedUntil) = (0, nil) }
    }
}
