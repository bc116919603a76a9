import Kernel

/// What becomes of a candidate, with the codes of the rules that decided it.
public struct Decision: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// On these channels and in the feed.
        case send(Set<ChannelName>)
        /// By e-mail in place of an interruption, and in the feed.
        case emailInstead
        case feedOnly
        case drop
    }
    public let kind: Kind
    public let reasons: [String]
    public init(_ kind: Kind, _ reasons: [String]) { (self.kind, self.reasons) = (kind, reasons) }
}

/// A rule of the policy: decides, or leaves it to the next one. Pure: no clock, no rows.
public protocol DecisionRule: Sendable {
    func decide(_ candidate: Candidate, _ question: DecisionQuestion) -> Decision?
}

/// What a rule may look at besides the candidate.
public struct DecisionQuestion: Sendable {
    public let type: NotificationPolicy.MessageType
    public let category: NotificationPolicy.Category
    public let recipient: Recipient
    /// Channels with a plugin of this tenant on which the recipient has an address.
    public let reachable: Set<ChannelName>
    public let now: Timestamp
    public init(type: NotificationPolicy.MessageType, category: NotificationPolicy.Category, recipient: Recipient, reachable: Set<ChannelName>,
        now: Timestamp) {
        (self.type, self.category, self.recipient, self.reachable, self.now) = (type, category, recipient, reachable, now)
    }
}

/// The rules in their order; the first that decides wins, and where none does it is sent.
public enum Deciding {
    public static let rules: [any DecisionRule] = [StillInTime(), InterruptsSomewhere()]

    public static func decide(_ candidate: Candidate, _ question: DecisionQuestion) -> Decision {
        for rule in rules { if let decision = rule.decide(candidate, question) { return decision } }
        return Decision(.send(question.type.channels.intersection(question.reachable)), ["ok"])
    }
}

/// R4: news of something that is over is none.
struct StillInTime: DecisionRule {
    func decide(_ candidate: Candidate, _ question: DecisionQuestion) -> Decision? {
        if let end = candidate.time("event.endDate"), question.type.expires == .eventEnd, question.now > end { return Decision(.drop, ["event_over"]) }
        if let expiresAt = candidate.time("expiresAt"), question.now > expiresAt { return Decision(.drop, ["expired"]) }
        return nil
    }
}

/// R11: where no push or SMS of the type reaches the recipient, the category's fallback does, or the feed alone.
struct InterruptsSomewhere: DecisionRule {
    func decide(_ candidate: Candidate, _ question: DecisionQuestion) -> Decision? {
        let wanted = question.type.channels.intersection([.push, .sms])
        guard !wanted.isEmpty, wanted.isDisjoint(with: question.reachable) else { return nil }
        for channel in question.category.fallback where question.reachable.contains(channel) {
            switch channel {
            case .email: return Decision(.emailInstead, ["no_push"])
            case .sms: continue  // An SMS costs money: only who switched it on gets one, and nobody can yet.
            case .push, .inApp: continue  // Push is what failed, the feed is always written.
            }
        }
        return Decision(.feedOnly, ["no_channel"])
    }
}
