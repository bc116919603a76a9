import Kernel
import NotificationsKit

/// A tenant's file has come, for the first time or changed: timers that hang on it are set, and what waits is decided by its policy.
struct ApplyNotificationPolicy {
    let tx: NotificationsTransaction

    func run() throws {
        for type in try tx.policy().types.values.sorted(by: { $0.name < $1.name }) { try RunSchedule.plan(type, in: tx) }
        try PruneNotifications.plan(in: tx)
        try applyPolicy()
    }

    /// A policy of another version decides what waits anew.
    private func applyPolicy() throws {
        let version = try tx.policy().version
        let known = try tx.candidates.policyVersion()
        guard known != version else { return }
        try tx.candidates.setPolicyVersion(version)
        if known != nil { try tx.schedule("reconsider:", at: tx.now, ReconsiderHeld(subject: nil)) }
    }
}
