import Foundation
import Kernel

/// Lets a thread wait for a time or a wake-up, whichever comes first.
public final class Waiter: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    public init() {}
    /// True when woken.
    @discardableResult
    public func wait(_ duration: Duration) -> Bool {
        semaphore.wait(timeout: .now() + .milliseconds(Int(clamping: duration.wholeMilliseconds))) == .success
    }
    public func wake() { semaphore.signal() }
}
