import Storage
import Synchronization

/// Tells a side-effect worker when to read its queue: after a commit to the shard's file, while it is busy, and once a second in any case.
/// Most looks at an idle shard cost one `PRAGMA` and read no table.
public final class QueueWatch: Sendable {
    private struct State {
        let commits: CommitWatch
        var readAt: ContinuousClock.Instant?
    }
    private let state: Mutex<State>

    /// How often the queue is read although nothing was committed to the file.
    public static let readEvery: Duration = .seconds(1)

    /// - Parameter path: of the shard's file.
    public init(path: String) throws { state = Mutex(State(commits: try CommitWatch(path: path))) }

    /// Ask before the queue is read, so that a commit in between is seen at the next look.
    /// - Parameter isBusy: work is queued or under way, so the queue changes what the worker does next.
    public func mustRead(isBusy: Bool, now: ContinuousClock.Instant = .now) throws -> Bool {
        try state.withLock { state in
            let hasChanged = try state.commits.hasChanged()
            let isDue = state.readAt.map { now - $0 >= Self.readEvery } ?? true
            guard hasChanged || isBusy || isDue else { return false }
            state.readAt = now
            return true
        }
    }
}
