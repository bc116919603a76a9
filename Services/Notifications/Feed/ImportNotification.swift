import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Seeding: something that was told before. It stands in the feed and in the records as a plain send, counts as one,
/// and nothing leaves the platform.
extension ImportNotification: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        // Erased users get nothing; a notification that exists already stays as its owner has it.
        guard try !tx.recipients.isErased(userId), try tx.feed.find(notificationId, of: userId) == nil else { return NoContent() }
        let policy = try tx.policy()
        guard let type = policy.types[kind], let category = policy.categories[type.cat] else { throw UnknownKind(kind: kind) }
        let sentAt = min(at, tx.now)
        let candidate = Trigger(kind, at: sentAt, subject: about, facts: Facts(facts)).candidate(id: notificationId, for: userId.rawValue,
            type)
        let store = try DecisionContext(tx)
        let recipient = try store.recipient(userId.rawValue)
        let decision = Decision(.send, channels: type.channels, ["ok"])
        let row = StoredCandidate(candidate: candidate, state: .sent, variant: policy.variant(of: type, recipient: recipient.id)?.id,
                                  evaluations: 1, createdAt: sentAt)
        try tx.candidates.save(row, category: category.name, at: sentAt)
        let evaluation = CandidateStore.Evaluation(candidateId: candidate.id, recipientId: candidate.recipientId, type: type.name,
                                                   category: category.name, at: sentAt, decision: decision, policyVersion: policy.version)
        try tx.candidates.append(evaluation, number: 1, variant: row.variant, isEventTriggered: type.isEventTriggered)
        try tx.history.decided(candidate, at: sentAt)
        try tx.history.remember(candidate, sentAt: sentAt, start: policy.vocabulary.start(in: candidate.facts))
        try NotificationRenderer(tx: tx, policy: policy, locale: locale, at: sentAt).recall(row, type, category, decision, recipient)
        if isRead { try tx.feed.markRead(notificationId, of: userId, at: sentAt) }
        return NoContent()
    }
}

/// The tenant's file has no such type.
private struct UnknownKind: Error, CustomStringConvertible {
    let kind: String
    var description: String { "the tenant sends no '\(kind)'" }
}
