import Contracts
import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit

/// What a decision looks like from outside: the item in the feed, the messages that leave.
package struct NotificationRenderer {
    package let tx: NotificationsTransaction
    package let policy: NotificationPolicy
    /// Of the words, for somebody nobody told us about yet.
    private let locale: String?
    /// When it is told: the words speak as of then.
    private let now: Timestamp
    private let composer: MessageComposer
    /// Categories whose caps were halved when it was decided.
    private let openAlerts: Set<String>
    package init(tx: NotificationsTransaction, policy: NotificationPolicy, locale: String? = nil, at time: Timestamp? = nil,
                 composer: MessageComposer? = nil, openAlerts: Set<String> = []) {
        (self.tx, self.policy, self.locale, now, self.composer) = (tx, policy, locale, time ?? tx.now, composer ?? MessageComposer(tx))
        self.openAlerts = openAlerts
    }

    /// What was told before this platform: it is in the feed, nothing is news and nothing leaves.
    package func recall(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category,
                _ decision: Decision, _ recipient: DecisionRecipient) throws {
        try tx.feed.save(try composed(row, type, category, decision, recipient, try tx.recipients.find(User.ID(row.candidate.recipientId)))
            .item)
    }

    /// `isNew`: it was decided for the first time, so the feed has no item of it.
    package func show(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category,
                      _ decision: Decision,
              _ recipient: DecisionRecipient, _ person: RecipientStore.Person, isNew: Bool) throws {
        let candidate = row.candidate
        if decision.isDrop {
            // What was replaced or never shown is not news; what was shown while it waited stays, and says what became of it.
            if decision.reasons == ["superseded"] { return try tx.feed.remove(candidate.id, of: User.ID(candidate.recipientId)) }
            guard row.evaluations > 1, let item = try tx.feed.find(candidate.id, of: User.ID(candidate.recipientId)) else { return }
            let sentences = try whys(row, decision, why(recipient, person.recipient.locale), base: item.why)
            return try tx.feed.suppress(item.id, of: item.userId, why: sentences.joined(separator: " "), reasons: decision.reasons,
                                        at: tx.now)
        }
        let isLeaving = decision.kind == .send || decision.kind == .emailInstead
        let isVisible = type.feed && (type.isEventTriggered && !type.isToldOnTime || decision.until == nil)
        guard isLeaving || isVisible else { return }  // Told once its time has come.
        let (item, language) = try composed(row, type, category, decision, recipient, person.recipient)
        if type.feed, person.profile?.isContact != true {
            let isNews = try isNew || tx.feed.find(item.id, of: item.userId) == nil
            try tx.feed.save(item, data: composer.shared(candidate).dataText)
            if isNews {
                try tx.publish(NotificationCreated(notificationId: item.id, userId: item.userId, category: item.category, kind: item.type,
                                                   deepLink: item.deepLink))
            }
        }
        if isLeaving { try enqueueDelivery(item, row, type, category, decision, recipient, person.recipient, language) }
    }

    // MARK: - The item

    /// Texts are made when they are sent: an item that waits is written again then. With the language they are in.
    private func composed(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category,
                          _ decision: Decision,
                          _ recipient: DecisionRecipient, _ addressed: Recipient) throws -> (item: Notification, language: TextLanguage) {
        let candidate = row.candidate
        let shared = composer.shared(candidate)
        let (texts, language) = try self.texts(row, type, recipient, addressed)
        let why = self.why(recipient, addressed.locale)
        func words() throws -> (Wording, namesRecipient: Bool) {
            try self.words(row, type, decision, texts, language, why, recipient, addressed)
        }
        // Earlier decisions are told as well, and those are everybody's own.
        let key = Wording.Key(type: type.name, texts: texts, language: language, whyLanguage: why.language, zone: recipient.zone.name,
                              now: now, decision: decision)
        let wording = try row.evaluations == 1 ? shared.wording(key, for: addressed.name, words) : words().0
        let item = Notification(id: candidate.id, userId: User.ID(candidate.recipientId), category: category.name, type: type.name,
                                title: wording.title,
                                body: wording.body, deepLink: wording.deepLink, data: shared.data, why: wording.why,
                                reasons: decision.reasons,
                                channels: states(type, decision), createdAt: type.isToldOnTime ? now : row.createdAt,
                                isBanner: category.isOptIn, scheduledFor: decision.until)
        return (item, language)
    }
    /// Whether a text says the recipient's name is answered as well.
    private func words(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ decision: Decision,
                       _ texts: NotificationPolicy.Texts, _ language: TextLanguage,
                       _ why: Why, _ recipient: DecisionRecipient, _ addressed: Recipient) throws -> (Wording, namesRecipient: Bool) {
        var facts = row.candidate.facts
        facts.set("recipient.name", .string(addressed.name))
        for source in tx.sources.all { try source.complete(&facts, for: language, in: tx) }
        let template = TextTemplate(facts: facts.members, zone: recipient.zone, now: now, language: language, words: policy.vocabulary)
        let base = texts.why.flatMap { template.renderedWhole($0) } ?? Why(language: language, zone: recipient.zone, policy: policy)
            .sentence(relations: facts.relations, title: policy.vocabulary.title(in: facts) ?? "")
        let path = facts["deepLink"]?.string ?? type.deepLink
        let deepLink = path.flatMap { path in
            if DeepLink.isAllowed(path, policy) { return path }
            // A path below the app's scheme; any other scheme is dropped.
            guard !path.contains(":") || path.contains("{"), let address = template.address(path) else { return nil }
            return policy.deepLinkScheme.map { "\($0)://\(address)" }
        }
        let sentences = try whys(row, decision, why, base: base).joined(separator: " ")
        let titleMax = row.campaignId == nil ? type.titleMax : Notification.campaignTitleMax
        let wording = Wording(title: template.render(texts.title, max: titleMax),
                              body: template.render(texts.body, max: type.isForContact ? Notification.letterMax : Notification.bodyMax),
                              why: SafeText.cut(sentences, characters: Notification.whyMax), deepLink: deepLink)
        return (wording, namesRecipient: [texts.title, texts.body, texts.why ?? "", path ?? ""].contains { $0.contains("{recipient") })
    }
    /// Words of the campaign, of the variant, or of the type; why it comes is always the type's to say.
    private func texts(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ recipient: DecisionRecipient,
                       _ addressed: Recipient) throws -> (NotificationPolicy.Texts, TextLanguage) {
        let locale = recipient.preferences.locale ?? addressed.locale ?? locale
        if let id = row.campaignId, let campaign = try composer.campaign(id),
            let (own, language) = campaign.texts(locale: locale, languages: policy.languages) {
            let why = policy.texts(of: type.name, locale: language.rawValue)?.texts.why
            return (.init(title: own.title, body: own.body, why: why), language)
        }
        let variant = policy.variant(of: type, recipient: recipient.id)
        guard let own = policy.texts(of: type.name, locale: locale, variant: variant) else { throw MissingTexts(type: type.name) }
        return own
    }
    private func why(_ recipient: DecisionRecipient, _ own: String?) -> Why {
        Why(locale: recipient.preferences.locale ?? own ?? locale, zone: recipient.zone, policy: policy, openAlerts: openAlerts)
    }
    /// The type's sentence, and one for each decision so far.
    private func whys(_ row: StoredCandidate, _ decision: Decision, _ why: Why, base: String) throws -> [String] {
        var sentences = [base]
        // The first one is not read again: it was written just now.
        let decisions = try row.evaluations == 1 ? [(decision, now)] : tx.candidates.evaluations(of: row.candidate.id).map {
            ($0.decision, $0.at)
        }
        for (decision, at) in decisions {
            if let sentence = why.sentence(decision, at: at), sentences.last != sentence, !base.contains(sentence) {
                sentences.append(sentence)
            }
        }
        return sentences
    }
    private func states(_ type: NotificationPolicy.MessageType, _ decision: Decision) -> [ChannelState] {
        let used: ChannelState.State = switch decision.kind {
        case .send, .emailInstead: .sent
        case .delay: .scheduled
        case .digest: .batched
        case .feedOnly, .drop: .suppressed
        }
        var states = [ChannelState(.inApp, .delivered, at: now)]
        for channel in Set(type.channels).union(decision.channels).sorted() where channel != .inApp {
            states.append(ChannelState(channel, decision.channels.contains(channel) ? used : .suppressed, at: now))
        }
        return states
    }

    // MARK: - What leaves

    /// Messages leave after the feed has its row: it shows how far they got.
    private func enqueueDelivery(_ item: Notification, _ row: StoredCandidate, _ type: NotificationPolicy.MessageType,
                          _ category: NotificationPolicy.Category,
                          _ decision: Decision, _ recipient: DecisionRecipient, _ addressed: Recipient, _ language: TextLanguage) throws {
        let candidate = row.candidate
        let question = DecisionQuestion(candidate, type, category, recipient, History(), policy, openAlerts: [], now: tx.now)
        let channels = composer.channels.filter { decision.channels.contains($0.name) }
        let entry = type.attach != "ics" ? nil : CalendarEntry(candidate.facts, words: policy.vocabulary, tenant: tx.tenant,
                                                               isCancelled: item.type.hasSuffix("cancelled"), stamp: tx.now)
        let files = try candidate.facts["attachments"].map { try $0.decoded(as: [Attachment].self) } ?? entry.map { [$0.attachment] } ?? []
        let isLite = recipient.preferences.litePayload ?? policy.payload.isLite
        let parts = MessageParts(language: language.rawValue,
                                 unsubscribeURL: try category.isMandatory ? nil : unsubscribeURL(recipient.id, category.name),
                                 attachments: files, isLite: isLite, actions: type.actions,
                                 pushFacts: type.pushFacts.isEmpty ? nil : type.pushFacts,
                                 pushBytesMax: isLite ? policy.payload.liteBytesMax : policy.payload.richBytesMax)
        let terms = DeliveryTerms(category: category.name, priority: max(0, category.rank), expires: question.expires,
                                  collapseKey: candidate.collapseKey,
                                  fallback: category.fallback.filter { question.isUsable($0) }, parts: parts)
        try Delivering(tx: tx, round: composer.round).enqueueDelivery(item, to: addressed, on: channels, terms)
    }

    /// The same link for a month of mails of a category.
    private func unsubscribeURL(_ user: String, _ category: String) throws -> String {
        let token: String
        if let known = try tx.preferences.recentToken(of: user, category: category, since: tx.now - .days(30)) {
            token = known
        } else {
            token = Base64URL.encode(tx.secretBytes(for: "unsubscribe").prefix(24))
            try tx.preferences.insertToken(token, of: user, category: category, at: tx.now)
        }
        let root = tx.definition.hosts.first.map { "https://\($0)" } ?? "http://127.0.0.1:8080/t/\(tx.tenant)"
        return "\(root)/unsubscribe/\(token)"
    }
}

/// A type without words: applying the tenant file should have refused it.
package struct MissingTexts: Error, CustomStringConvertible {
    package let type: String
    package init(type: String) { self.type = type }
    package var description: String { "there are no texts for \(type)" }
}
