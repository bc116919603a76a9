import Foundation

/// Waits for one of some signals. Make it before any thread: threads made later inherit that these signals are blocked, so only `wait` gets them.
public struct SignalWaiter: Sendable {
    private let signals: [Int32]

    public init(_ signals: [Int32]) {
        self.signals = signals
        var set = Self.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Blocks until one of the signals comes; answers which.
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
