import Kernel
import Messaging

extension SideEffectContext {
    /// Repeats a worker's step until the program stops, then waits for what it has begun.
    ///
    /// A step that fails is repeated later: the file may be busy, or the broker may not answer yet.
    /// - Parameters:
    ///   - subject: what the worker looks at, as the warning of a failed step names it.
    ///   - waiter: ends a pause early when it is woken.
    ///   - pause: between two steps while there is work. Without, the writer's next commit ends a longer pause.
    ///   - isUnderWay: whether work that was begun has not ended. Each piece has a time limit of its own.
    public func repeatStep(_ subject: String, waiter: Waiter, every pause: Duration, isUnderWay: () -> Bool, step: () throws -> Void) {
        let registration = stop.onRaise { waiter.wake() }
        defer { stop.cancel(registration) }
        let listener = commits?.add(waiter)
        defer { if let listener { commits?.remove(listener) } }
        var busyUntil = ContinuousClock.now
        while !stop.isRaised {
            // After a quiet moment a commit wakes the worker; while there are many, a look now and then sees them all.
            let isQuiet = listener != nil && .now >= busyUntil && !isUnderWay()
            var wait = isQuiet ? max(pause, Self.quietPause) : pause
            if isQuiet { listener?.listen() }
            do {
                if try isCaughtUp() { try step() }
            } catch {
                logger.warning("\(subject) cannot be looked at; trying again", metadata: ["error": "\(error)"])
                wait = Self.pauseAfterError
            }
            if waiter.wait(wait) || isUnderWay() { busyUntil = .now + Self.quietAfter }
        }
        while isUnderWay() { waiter.wait(Self.lookAtEnd) }
    }
    private static let quietPause: Duration = .seconds(1)
    private static let quietAfter: Duration = .seconds(1)
    private static let pauseAfterError: Duration = .seconds(1)
    private static let lookAtEnd: Duration = .milliseconds(50)
}
