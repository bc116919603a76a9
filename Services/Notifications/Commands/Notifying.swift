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
        let channels = Delivering.channels(of: tx)
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
        try handOver(item, recipient, channels.filter { used.contains($0.name) }, type)
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
        let deepLink = type.deepLink.flatMap { path in policy.deepLinkScheme.map { "\($0)://\(template.address(path))" } }
        var states = [ChannelState(.inApp, .delivered, at: tx.now)]
        for channel in type.channels.union(used).sorted() where channel != .inApp {
            states.append(ChannelState(channel, used.contains(channel) ? .sent : .suppressed, at: tx.now))
        }
        var data = candidate.facts
        data["subject"] = .string(candidate.subject)
        return Notification(id: tx.context.newID(), userId: candidate.recipientId, category: type.cat, type: candidate.type,
                            title: template.render(texts.title, max: Notification.titleMax), body: template.render(texts.body, max: Notification.bodyMax),
                            deepLink: deepLink, data: data, why: SafeText.cut(template.render(texts.why), characters: Notification.whyMax), reasons: decision.reasons, channels: states, createdAt: tx.now)
    }

    /// Messages leave after the feed has its row: it shows how far they got.
    private func handOver(_ item: Notification, _ recipient: Recipient, _ channels: [any Channel], _ type: NotificationPolicy.MessageType) throws {
        let category = policy.categories[type.cat] ?? NotificationPolicy.Category()
        // An SMS costs money: only who switched it on gets one, and nobody can yet.
        let terms = DeliveryTerms(category: type.cat, priority: category.mandatory ? 0 : 1, fallback: category.fallback.filter { $0 == .email },
                                  parts: try parts(of: item, recipient, type))
        try Delivering(tx: tx).handOver(item, to: recipient, on: channels, terms)
    }
    private func parts(of item: Notification, _ recipient: Recipient, _ type: NotificationPolicy.MessageType) throws -> MessageParts {
        let language = policy.texts(of: item.type, locale: recipient.locale, languages: tx.definition.languages)?.language ?? .en
        let entry = type.attach == .ics ? CalendarEntry(facts: item.data, tenant: tx.tenant, isCancelled: item.type.hasSuffix("cancelled"), stamp: tx.now) : nil
        return MessageParts(language: language.rawValue, attachments: entry.map { [$0.attachment] } ?? [])
    }
}

/// A type without words: applying the tenant file should have refused it.
struct MissingTexts: Error, CustomStringConvertible {
    let type: String
    var description: String { "there are no texts for \(type)" }
}
