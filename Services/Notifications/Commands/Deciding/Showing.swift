import Contracts
import Kernel

/// What a decision looks like from outside: the item in the feed, the messages that leave.
struct Showing {
    let tx: NotificationsTransaction
    let policy: NotificationPolicy
    /// Of the words, for somebody nobody told us about yet.
    private let locale: String?
    /// When it is told: the words speak as of then.
    private let now: Timestamp
    init(tx: NotificationsTransaction, policy: NotificationPolicy, locale: String? = nil, at time: Timestamp? = nil) {
        (self.tx, self.policy, self.locale, now) = (tx, policy, locale, time ?? tx.now)
    }

    /// What was told before this platform: it is in the feed, nothing is news and nothing leaves.
    func recall(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category, _ decision: Decision,
                _ recipient: DecisionRecipient) throws {
        try tx.feed.save(try composed(row, type, category, decision, recipient, try tx.recipients.find(User.ID(row.candidate.recipientId))))
    }

    func show(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category, _ decision: Decision,
              _ recipient: DecisionRecipient) throws {
        let candidate = row.candidate
        if decision.isDrop {
            // What was replaced or never shown is not news; what was shown while it waited stays, and says what became of it.
            if decision.reasons == ["superseded"] { return try tx.feed.remove(candidate.id, of: User.ID(candidate.recipientId)) }
            guard row.evaluations > 1, let item = try tx.feed.find(candidate.id, of: User.ID(candidate.recipientId)) else { return }
            return try tx.feed.suppress(item.id, of: item.userId, why: try whys(row, recipient, tx.recipients.find(item.userId).locale, base: item.why).joined(separator: " "), reasons: decision.reasons, at: tx.now)
        }
        let addressed = try tx.recipients.find(User.ID(candidate.recipientId))
        let isLeaving = decision.kind == .send || decision.kind == .emailInstead
        let isVisible = type.feed && (type.isEventTriggered || decision.until == nil)
        guard isLeaving || isVisible else { return }  // Told once its time has come.
        let item = try composed(row, type, category, decision, recipient, addressed)
        if type.feed, try tx.recipients.profile(addressed.userId)?.isContact != true {
            let isNew = try tx.feed.find(item.id, of: item.userId) == nil
            try tx.feed.save(item)
            if let friend = candidate.facts["friend.id"]?.string { try tx.friends.note(item.id, of: item.userId, names: friend) }
            if isNew {
                try tx.publish(NotificationCreated(notificationId: item.id, userId: item.userId, category: item.category, kind: item.type, title: item.title,
                                                   body: item.body, deepLink: item.deepLink))
            }
        }
        if isLeaving { try handOver(item, row, type, category, decision, recipient, addressed) }
    }

    // MARK: - The item

    /// Texts are made when they are sent: an item that waits is written again then.
    private func composed(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category, _ decision: Decision,
                          _ recipient: DecisionRecipient, _ addressed: Recipient) throws -> Notification {
        let candidate = row.candidate
        let (texts, language) = try wording(row, type, recipient, addressed)
        var facts = candidate.facts
        facts.set("recipient.name", .string(addressed.name))
        if facts.relations.contains("friend"), facts["friend.name"] == nil { facts.set("friend.name", .string(try friendName(facts, language))) }
        let template = TextTemplate(facts: facts.members, zone: recipient.zone, now: now, language: language)
        let title = facts["event.title"]?.string ?? ""
        let base = texts.why.map { template.render($0) } ?? Why(language: language, zone: recipient.zone).sentence(relations: facts.relations, title: title)
        let path = facts["deepLink"]?.string ?? type.deepLink
        let deepLink = path.flatMap { path in path.contains("://") ? path : policy.deepLinkScheme.map { "\($0)://\(template.address(path))" } }
        var data = candidate.facts.flat
        for hidden in ["relations", "open", "deepLink"] { data[hidden] = nil }
        data["subject"] = candidate.subject.map { .string($0) }
        return Notification(id: candidate.id, userId: User.ID(candidate.recipientId), category: category.name, type: type.name,
                            title: template.render(texts.title, max: Notification.titleMax),
                            body: template.render(texts.body, max: type.isForContact ? Notification.letterMax : Notification.bodyMax), deepLink: deepLink, data: data,
                            why: SafeText.cut(try whys(row, recipient, addressed.locale, base: base).joined(separator: " "), characters: Notification.whyMax),
                            reasons: decision.reasons, channels: states(type, decision), createdAt: row.createdAt,
                            isBanner: category.isOptIn, scheduledFor: decision.until)
    }
    private func friendName(_ facts: Facts, _ language: TextLanguage) throws -> String {
        let name = try facts["friend.id"]?.string.map { try tx.recipients.find(User.ID($0)).name } ?? ""
        return name.isEmpty ? language.someFriend : name
    }
    /// Words of the campaign, of the variant, or of the type.
    private func wording(_ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ recipient: DecisionRecipient,
                         _ addressed: Recipient) throws -> (NotificationPolicy.Texts, TextLanguage) {
        let locale = recipient.preferences.locale ?? addressed.locale ?? locale
        if let id = row.campaignId, let campaign = try tx.campaigns.find(id), let own = campaign.texts(locale: locale, languages: policy.languages) { return own }
        let variant = policy.variant(of: type, recipient: recipient.id)
        guard let own = policy.texts(of: type.name, locale: locale, variant: variant) else { throw MissingTexts(type: type.name) }
        return own
    }
    /// The type's sentence, and one for each decision so far.
    private func whys(_ row: StoredCandidate, _ recipient: DecisionRecipient, _ own: String?, base: String) throws -> [String] {
        let locale = recipient.preferences.locale ?? own ?? locale ?? policy.languages.first ?? "en"
        let why = Why(language: TextLanguage(tag: policy.languages.contains(TextLanguage(tag: locale).rawValue) ? locale : policy.languages.first ?? "en"), zone: recipient.zone)
        var sentences = [base]
        for evaluation in try tx.candidates.evaluations(of: row.candidate.id) {
            if let sentence = why.sentence(evaluation.decision, at: evaluation.at), sentences.last != sentence, !base.contains(sentence) { sentences.append(sentence) }
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
    private func handOver(_ item: Notification, _ row: StoredCandidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category,
                          _ decision: Decision, _ recipient: DecisionRecipient, _ addressed: Recipient) throws {
        let candidate = row.candidate
        let question = DecisionQuestion(candidate, type, category, recipient, History(), policy, openAlerts: [], now: tx.now)
        let channels = Delivering.channels(of: tx).filter { decision.channels.contains($0.name) }
        let language = try wording(row, type, recipient, addressed).1
        let entry = type.attach == "ics" ? CalendarEntry(facts: item.data, tenant: tx.tenant, isCancelled: item.type.hasSuffix("cancelled"), stamp: tx.now) : nil
        let files = try candidate.facts["attachments"].map { try $0.decoded(as: [Attachment].self) } ?? entry.map { [$0.attachment] } ?? []
        let isLite = recipient.preferences.litePayload ?? policy.payload.isLite
        let parts = MessageParts(language: language.rawValue, unsubscribeURL: try category.isMandatory ? nil : unsubscribeURL(recipient.id, category.name),
                                 attachments: files, isLite: isLite, actions: type.actions, pushFacts: type.pushFacts.isEmpty ? nil : type.pushFacts)
        let terms = DeliveryTerms(category: category.name, priority: max(0, category.rank), expires: question.expires, collapseKey: candidate.collapseKey,
                                  fallback: category.fallback.filter { question.isUsable($0) }, parts: parts)
        try Delivering(tx: tx).handOver(item, to: addressed, on: channels, terms)
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
struct MissingTexts: Error, CustomStringConvertible {
    let type: String
    var description: String { "there are no texts for \(type)" }
}
