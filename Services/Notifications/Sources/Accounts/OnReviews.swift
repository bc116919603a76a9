import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Notifies somebody of the result of an identity check.
struct OnIdentityDecided: Reaction {
    func handle(_ fact: IdentityDecided, in tx: NotificationsTransaction) throws {
        let isCode = fact.reason.map { ReviewWords.documents.sentences[$0] != nil } ?? true
        var facts = Facts(["document": .string(isCode ? fact.reason ?? fact.status : fact.status)])
        if !isCode, let text = fact.reason { facts.set("reason", .string(text)) }
        let trigger = Trigger("identity-decided", at: tx.happenedAt, subject: nil, facts: facts, dedupeKey: "identity:\(tx.messageID)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId)
    }
}

/// Notifies somebody of what was decided about the application to organize.
struct OnOrganizerApplicationDecided: Reaction {
    func handle(_ fact: OrganizerApplicationDecided, in tx: NotificationsTransaction) throws {
        let isRule = fact.reason != "moderator"
        var facts = Facts(["application": .string(isRule ? fact.reason : fact.decision)])
        // The sentence of a rule is in the words of the reader's language already.
        if !isRule { facts.set("reason", .string(fact.message)) }
        let trigger = Trigger("organizer-application-decided", at: tx.happenedAt, subject: nil, facts: facts,
                              dedupeKey: "application:\(tx.messageID)")
        try Notifying(tx: tx).notify(trigger, to: fact.userId)
    }
}
