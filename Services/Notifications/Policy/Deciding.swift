import Kernel

/// Everything the rules may look at. No clock, no rows: the same question has the same answer. It never changes; a
/// class, because some twenty rules look at it.
package final class DecisionQuestion {
    package let candidate: Candidate
    package let type: NotificationPolicy.MessageType
    package let category: NotificationPolicy.Category
    package let recipient: DecisionRecipient
    package let history: History
    package let policy: NotificationPolicy
    /// Categories whose caps are halved because too many people left them.
    package let openAlerts: Set<String>
    package let now: Timestamp
    /// The type's own, or the one its reminder offset or its variant has instead.
    package let slot: WallSlot?
    package let exempt: Set<NotificationPolicy.Exemption>
    /// The last instant at which it may be evaluated, and the last until which it may be held.
    package let expires, deadline: Timestamp
    package let late, over: NotificationPolicy.Disposition
    /// While it lasts, R15–R18 do not hold.
    package let waiver: Waiver?
    /// What the candidate is about, if it takes place at a time.
    let occasion: SourceWords.Occasion?

    package struct Waiver {
        package let from, to: Timestamp
        package let code: String
        package func covers(_ t: Timestamp) -> Bool { t >= from && t <= to }
    }

    package var preferences: Preferences { recipient.preferences }
    package var zone: TimeZoneRules { recipient.zone }

    package init(_ candidate: Candidate, _ type: NotificationPolicy.MessageType, _ category: NotificationPolicy.Category,
                 _ recipient: DecisionRecipient,
                 _ history: History, _ policy: NotificationPolicy, openAlerts: Set<String>, now: Timestamp) {
        (self.candidate, self.type, self.category, self.recipient) = (candidate, type, category, recipient)
        (self.history, self.policy, self.openAlerts, self.now) = (history, policy, openAlerts, now)
        let offset = candidate.facts["offset"]?.string.flatMap { type.offsets[$0] }
        slot = offset?.slot ?? policy.variant(of: type, recipient: recipient.id)?.slot ?? type.slot
        exempt = category.exempt.union(type.exempt)
        let times = slot ?? category.slot
        // Without the fact that a time refers to, the default applies.
        expires = (offset?.expires ?? type.expires)?.instant(of: candidate, slot: times, zone: recipient.zone)
            ?? Self.standardLifetime.shift(candidate.at, sign: 1, zone: recipient.zone)
        deadline = type.deadline?.instant(of: candidate, slot: times, zone: recipient.zone) ?? expires
        (late, over) = (offset?.late ?? type.late, offset?.over ?? type.over)
        occasion = policy.vocabulary.occasion(in: candidate.facts)
        waiver = DecisionQuestion.waiver(offset?.waive ?? type.waive, occasion, candidate.facts, policy)
    }

    /// The default of `expires`: news older than a week has expired.
    private static let standardLifetime = Span(days: 7)

    private static func waiver(_ kind: NotificationPolicy.Waiver?, _ occasion: SourceWords.Occasion?, _ facts: Facts,
                               _ policy: NotificationPolicy) -> Waiver? {
        guard let kind, let occasion, let start = facts.time(occasion.start) else { return nil }
        switch kind {
        case .nearStart:
            guard let participant = occasion.participant, facts.relations.contains(participant) else { return nil }
            return Waiver(from: start - .hours(2), to: .distantFuture, code: "waived_near_start")
        case .eventHours:
            guard let before = policy.eventHours, let end = facts.time(occasion.end) else { return nil }
            return Waiver(from: start - before.elapsed, to: end, code: "waived_event_hours")
        }
    }

    /// Whether a channel may be used for this candidate: switched on and with an address.
    package func isUsable(_ channel: ChannelName) -> Bool {
        recipient.reach.contains(channel) && policy.isOn(channel, type: type, roles: recipient.roles, preferences)
    }
    package func isOn(_ channel: ChannelName) -> Bool { policy.isOn(channel, type: type, roles: recipient.roles, preferences) }

    /// What an expiry is called that is written so; a name of its own says more than `expired`.
    var expiryText: String? { (candidate.facts["offset"]?.string.flatMap { type.offsets[$0]?.expires } ?? type.expires)?.description }

    /// Where it goes when it is sent now.
    package var channelsOfSend: [ChannelName] {
        var channels: [ChannelName] = []
        let interrupts = type.channels.filter { $0 == .push || $0 == .sms }
        if !interrupts.isEmpty, !interrupts.contains(where: isUsable), category.fallback.contains(.sms), isUsable(.sms) {
            channels.append(.sms)
        }
        for channel in type.channels where channel != .inApp && !channels.contains(channel) && isUsable(channel) {
            channels.append(channel)
        }
        if let sms = type.contactSMS, !channels.contains(.sms), recipient.reach.contains(.sms), isOn(.sms) || type.isForContact {
            let start = occasion.flatMap { candidate.facts.time($0.start) } ?? candidate.facts.time("start")
            if let start, now <= start, start - now < sms.within.elapsed, sms.window.contains(zone.local(now)) { channels.append(.sms) }
        }
        return channels
    }

    // MARK: - Answers

    package func feedOnly(_ codes: [String]) -> Decision {
        guard type.feed else { return Decision(.drop, codes) }
        let isFixed = category.isMandatory || category.locked.contains(.inApp)
        return isFixed || isOn(.inApp) ? Decision(.feedOnly, codes) : Decision(.drop, codes + ["in_app_off"])
    }
    package func emailInstead(_ codes: [String]) -> Decision {
        isUsable(.email) ? Decision(.emailInstead, channels: [.email], codes) : feedOnly(codes + ["email_unavailable"])
    }
    package func disposed(_ disposition: NotificationPolicy.Disposition, _ codes: [String]) -> Decision {
        switch disposition {
        case .sendNow: Decision(.send, channels: channelsOfSend, codes)
        case .email: emailInstead(codes)
        case .feed, .delay: feedOnly(codes)  // Nothing is left to wait for.
        case .drop: Decision(.drop, codes)
        case .digest(let name): batched(into: name, codes)
        }
    }
    /// An entry of a digest with its own times; R14 has times of its own.
    package func batched(into name: String, _ codes: [String]) -> Decision {
        guard let (until, moved) = DigestBucket.next(name, self) else { return feedOnly(codes + ["no_window"]) }
        return Decision(.digest(into: name, until: until), channels: channelsOfSend, codes + moved.filter { !codes.contains($0) })
    }
}

/// The policy: rules R1–R28 in their order, as one pure and total function.
package enum Deciding {
    /// R1–R11: the first that fires decides.
    static let gates: [any GateRule] = [
        Duplicates(), KnownRecipients(), RelevanceCheck(), StillInTime(), Relevance(), Value(), OptIn(), Snoozed(), ReminderLimits(),
        Segments(), Reachable(),
    ]
    /// R12–R14: into a digest.
    static let routes: [any GateRule] = [AlwaysBatched(), SalesRouting(), EventUpdateLimits()]

    package static func decide(_ candidate: Candidate, _ history: History, _ recipient: DecisionRecipient, _ policy: NotificationPolicy,
                               openAlerts: Set<String> = [], now: Timestamp) -> Decision {
        guard let type = policy.types[candidate.type], let category = policy.categories[type.cat] else {
            return Decision(.drop, ["no_type"])
        }
        let question = DecisionQuestion(candidate, type, category, recipient, history, policy, openAlerts: openAlerts, now: now)
        return onTime(decided(question), question)
    }
    private static func decided(_ question: DecisionQuestion) -> Decision {
        for rule in gates { if let decision = rule.decide(question) { return decision } }
        if question.type.isSilent { return Decision(.send, channels: question.channelsOfSend, ["ok"]) }
        if !question.candidate.isFlush { for rule in routes { if let decision = rule.decide(question) { return decision } } }
        return timed(question)
    }
    /// A type that must arrive on time keeps its hours on every channel: e-mail and feed wait for them, too.
    private static func onTime(_ decision: Decision, _ question: DecisionQuestion) -> Decision {
        guard question.type.isToldOnTime, decision.kind == .feedOnly || decision.kind == .emailInstead else { return decision }
        let timing = TimingPass(question, only: .hours)
        guard let free = timing.free(from: question.now), free.at > question.now, free.at <= question.deadline else { return decision }
        return Decision(.delay(until: free.at), channels: decision.channels, free.moved)
    }

    /// Phases 3 to 6: the first instant at which every window is open and no cap is full, or what happens instead.
    private static func timed(_ question: DecisionQuestion) -> Decision {
        let timing = TimingPass(question)
        var codes = timing.blocking(at: question.now)
        var t = question.now
        var last: String?
        for _ in 0..<roundsMax {
            switch timing.walk(from: t) {
            case .never(let code): return tooLate(question, codes, last: code)
            case .free(let free):
                if free.at > t { last = free.lastCode }
                t = free.at
            }
            guard let full = CapRules.firstFull(at: t, question) else { return ended(question, timing, at: t, codes, last: last) }
            guard question.over == .delay, let reset = full.resetsAt, reset > t else {
                return question.disposed(question.over, [full.code])
            }
            if !codes.contains(full.code) { codes.append(full.code) }
            (t, last) = (reset, full.code)
        }
        return tooLate(question, codes, last: last)
    }
    /// Caps that are still full after so many days, weeks and months will not empty themselves.
    private static let roundsMax = 64

    private static func ended(_ question: DecisionQuestion, _ timing: TimingPass, at t: Timestamp, _ codes: [String],
                              last: String?) -> Decision {
        if t == question.now { return Decision(.send, channels: question.channelsOfSend, ["ok"] + timing.waived(at: t)) }
        if t > question.deadline { return tooLate(question, codes, last: last) }
        return Decision(.delay(until: t), channels: question.channelsOfSend, listed(codes, last))
    }
    /// R27: holding it would exceed the deadline or never end.
    private static func tooLate(_ question: DecisionQuestion, _ codes: [String], last: String?) -> Decision {
        question.disposed(question.late, ["would_be_too_late"] + listed(codes, last))
    }
    private static func listed(_ codes: [String], _ last: String?) -> [String] {
        codes + (last.map { codes.contains($0) ? [] : [$0] } ?? [])
    }
}

/// A rule that decides at `now`, or leaves it to the next one.
protocol GateRule: Sendable {
    func decide(_ question: DecisionQuestion) -> Decision?
}
