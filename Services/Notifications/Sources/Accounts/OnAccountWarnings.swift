import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Notifies the owner of a session that was ended because its token was used twice.
struct OnSuspiciousSession: Reaction {
    func handle(_ fact: SessionRevoked, in tx: NotificationsTransaction) throws {
        guard fact.reason == "refresh-reuse" else { return }
        let facts = Facts(["security": .string(fact.reason)])
        let trigger = Trigger("security", at: tx.happenedAt, subject: fact.sessionId, facts: facts, dedupeKey: "revoked:\(fact.sessionId)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId)
    }
}

/// Notifies the owner of an account of a new password, in case somebody else has set it.
struct OnPasswordChanged: Reaction {
    func handle(_ fact: PasswordChanged, in tx: NotificationsTransaction) throws {
        let facts = Facts(["security": "password-changed"])
        let trigger = Trigger("security", at: tx.happenedAt, subject: nil, facts: facts, dedupeKey: "password:\(tx.messageID)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId)
    }
}
