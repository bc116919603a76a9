import Foundation
import Synchronization

/// Places where tests kill the process, as a power cut would. `SOUK_FAILPOINT=after-commit:3` kills at the third time the place is reached.
public enum Failpoint: String, Sendable, CaseIterable {
    case beforeCommit = "before-commit"
    case afterCommit = "after-commit"
    case afterReply = "after-reply"
    case inRelay = "in-relay"
    case inForwarder = "in-forwarder"
    case inSnapshot = "in-snapshot"

    private static let armed: (point: Failpoint, hits: Int)? = {
        guard let text = ProcessInfo.processInfo.environment["SOUK_FAILPOINT"] else { return nil }
        let parts = text.split(separator: ":")
        guard let point = parts.first.flatMap({ Failpoint(rawValue: String($0)) }) else { return nil }
        return (point, parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    }()
    private static let reached = Atomic<Int>(0)

    /// Does nothing unless this point is armed. SIGKILL: no handler runs, no buffer is flushed.
    public static func hit(_ point: Failpoint) {
        guard let armed, armed.point == point else { return }
        if reached.add(1, ordering: .relaxed).newValue == armed.hits { kill(getpid(), SIGKILL) }
    }
}
