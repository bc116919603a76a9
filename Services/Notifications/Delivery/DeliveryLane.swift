import Kernel
import NotificationsKit

/// One channel of one tenant at its provider: how many messages are under way, how fast they start, when the provider
/// wants to be left alone. Critical messages have places of their own, so a burst of others never makes them wait for
/// one.
package struct DeliveryLane {
    package let settings: LaneSettings
    package private(set) var critical = 0
    package private(set) var others = 0
    private var tokens: Double
    private var filledAt: ContinuousClock.Instant
    /// Asked for by the provider: holds for everybody.
    private(set) var closedUntil: ContinuousClock.Instant?
    /// The provider does not answer: bulk waits, a critical message still tries.
    private(set) var restsUntil: ContinuousClock.Instant?
    private var failuresInARow = 0

    static let restMax: Duration = .seconds(30)

    package init(_ settings: LaneSettings, now: ContinuousClock.Instant) {
        self.settings = settings
        (tokens, filledAt) = (Double(max(1, settings.perSecond)), now)
    }

    /// New settings; what is under way goes on.
    package init(_ settings: LaneSettings, takingOver old: DeliveryLane, now: ContinuousClock.Instant) {
        self.init(settings, now: now)
        (critical, others) = (old.critical, old.others)
    }

    package var reserved: Int { max(1, settings.connections / 4) }

    /// How many critical and other messages may start now.
    package mutating func room(at now: ContinuousClock.Instant) -> (critical: Int, others: Int) {
        if let closed = closedUntil, closed > now { return (0, 0) }
        var free = settings.connections - critical - others
        if settings.perSecond > 0 {
            let seconds = Double((now - filledAt).wholeMilliseconds) / 1000
            tokens = min(Double(settings.perSecond), tokens + seconds * Double(settings.perSecond))
            filledAt = now
            free = min(free, Int(tokens))
        }
        // A resting lane tries again with one message.
        let isResting = restsUntil.map { $0 > now } ?? false
        let bulk = isResting ? 0 : failuresInARow > 0 ? 1 - others : settings.connections - reserved - others
        return (max(0, free), max(0, min(free, bulk)))
    }
    package mutating func started(isCritical: Bool) {
        if isCritical { critical += 1 } else { others += 1 }
        tokens -= 1
    }
    package mutating func ended(isCritical: Bool, _ outcome: SendOutcome, at now: ContinuousClock.Instant) {
        if isCritical { critical -= 1 } else { others -= 1 }
        switch outcome {
        case .accepted, .permanent: (failuresInARow, restsUntil) = (0, nil)
        case .transient(_, let after, let isAway):
            guard isAway else { return }
            // Messages that were under way together fail together: that is one failure.
            if restsUntil.map({ $0 <= now }) ?? true {
                failuresInARow += 1
                restsUntil = now + min(Self.restMax, .seconds(1 << min(failuresInARow - 1, 5)))
            }
            if let after { closedUntil = now + min(after, .minutes(5)) }
        }
    }
}
