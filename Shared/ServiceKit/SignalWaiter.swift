import Foundation

/// Waits for one of several signals. Create it before any thread: later threads inherit the blocked signals, so only
/// `wait` receives them.
public struct SignalWaiter: Sendable {
    private let signals: [Int32]

    public init(_ signals: [Int32]) {
        self.signals = signals
        var set = Self.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Blocks until one of the signals arrives and returns it.
    @discardableResult
    public func wait() -> Int32 {
        var set = Self.set(of: signals)
        var got: Int32 = 0
        while sigwait(&set, &got) != 0 {}
        return got
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        return set
    }
}
