import TestKit

struct TimedOut: Error {}

/// Waits until something is true, looking again every few milliseconds; fails after a generous time.
func poll(seconds: Int = 60, _ condition: () async throws -> Bool) async throws {
    var patience = Patience(.seconds(seconds))
    while try await !condition() {
        guard !patience.isOver() else { throw TimedOut() }
        try await Task.sleep(for: .milliseconds(5))
    }
}
