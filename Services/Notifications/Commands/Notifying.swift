import Contracts
import Kernel

/// From a candidate to rows: decide, put into words, hand to the channels, tell the world.
struct Notifying {
    let tx: NotificationsTransaction
    private let policy: NotificationPolicy
    init(tx: NotificationsTransaction) throws { (self.tx, policy) = (tx, try tx.policy()) }

    /// True when the tenant sends messages of this type at all.
    func sends(_ type: String) -> Bool { policy.types[type] != nil }

    /// Does nothing for a type the tenant does not send, and for what was decided before.
    func notify(_ candidate: Candidate) throws {
        guard let type = policy.types[candidate.type] else { return }  // An absent key is an absent rule.
        guard try tx.feed.decide(candidate.dedupeKey, for: candidate.recipientId, at: tx.now) else { return }  // Told already.
        let recipient = try tx.recipients.find(candidate.recipientId)
        let channels = Channels.all.filter { tx.definition.has(plugin: $0.plugin, of: Notifications.name) }
        let reachable = Set(channels.filter { !$0.addresses(of: recipient).isEmpty }.map(\.name))
        let category = policy.categories[type.cat] ?? NotificationPolicy.Category()
        let decision = Deciding.decide(candidate, DecisionQuestion(type: type, category: category, recipient: recipient, reachable: reachable, now: tx.now))
        let used: Set<ChannelName>
        switch decision.kind {
        case .send(let names): used = names
        case .emailInstead: used = [.email]
        case .feedOnly: used = []
        case .drop: return  // The key is kept: what was dropped is not decided again.
        }
        let item = try compose(candidate, type, recipient, decision, used: used)
        try tx.feed.forget(recipient.userId, before: tx.now - Notification.keptFor)
        try tx.feed.insert(item)
        try handOver(item, recipient, channels.filter { used.contains($0.name) })
        try tx.publish(NotificationCreated(notificationId: item.id, userId: item.userId, category: item.category, kind: item.type, title: item.title,
            body: item.body,
                                           deepLink: item.deepLink))
    }

    private func compose(_ candidate: Candidate, _ type: NotificationPolicy.MessageType, _ recipient: Recipient, _ decision: Decision,
        used: Set<ChannelName>) throws -> Notification {
        guard let (texts, language) = policy.texts(of: candidate.type, locale: recipient.locale, languages: tx.definition.languages) else {
            throw MissingTexts(type: candidate.type)
        }
        var facts = candidate.facts
        facts["recipient.name"] = .string(recipient.name)
        let template = TextTemplate(facts: facts, zone: try TimeZoneRules.named(tx.definition.timezone), now: tx.now, language: language)
        let deepLink = type.deepLink.flatMap { path in policy.deepLinkScheme.map { "\($0)://\(template.render(path))" } }
        var states = [ChannelState(.inApp, .delivered, at: tx.now)]
        for channel in type.channels.union(used).sorted() where channel != .inApp {
            states.append(ChannelState(channel, used.contains(channel) ? .sent : .suppressed, at: tx.now))
        }
        var data = candidate.facts
        data["subject"] = .string(candidate.subject)
        return Notification(id: tx.context.newID(), userId: candidate.recipientId, category: type.cat, type: candidate.type,
                            title: template.render(texts.title, max: Notification.titleMax), body: template.render(texts.body, max: Notification.bodyMax),
                            deepLink: deepLink, data: data, why: template.render(texts.why), reasons: decision.reasons, channels: states, createdAt: tx.now)
    }

    private func handOver(_ item: Notification, _ recipient: Recipient, _ channels: [any Channel]) throws {
        for channel in channels {
            for address in channel.addresses(of: recipient) {
                guard let message = channel.compose(item, to: address) else { continue }
                try tx.outbox.insert(message, id: tx.context.newID(), for: recipient.userId, template: item.type, at: tx.now)
            }
        }
    }
}

/// A type without words: applying the tenant file should have refused it.
struct MissingTexts: Error, CustomStringConvertible {
    let type: String
    var description: String { "there are no texts for \(type)" }
}
