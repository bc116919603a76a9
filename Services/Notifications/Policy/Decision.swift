import Kernel

/// What becomes of a candidate, with the codes of the rules that decided it.
package struct Decision: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case send
        /// Nothing yet; it is looked at again at that time.
        case delay(until: Timestamp)
        /// Becomes an entry of a digest that goes out at that time.
        case digest(into: String, until: Timestamp)
        case emailInstead
        case feedOnly
        case drop
    }
    package var kind: Kind
    /// Ways out of the platform it takes, or will take when its time has come.
    package var channels: [ChannelName]
    package var reasons: [String]
    package init(_ kind: Kind, channels: [ChannelName] = [], _ reasons: [String]) {
        (self.kind, self.channels, self.reasons) = (kind, channels, reasons)
    }

    /// On the wire.
    package var name: String {
        switch kind {
        case .send: "send"
        case .delay: "delay"
        case .digest: "digest"
        case .emailInstead: "email_instead"
        case .feedOnly: "feed_only"
        case .drop: "drop"
        }
    }
    package static let names = ["send", "delay", "digest", "email_instead", "feed_only", "drop"]
    package var until: Timestamp? {
        switch kind {
        case .delay(let until), .digest(_, let until): until
        case .send, .emailInstead, .feedOnly, .drop: nil
        }
    }
    package var into: String? { if case .digest(let into, _) = kind { into } else { nil } }
    package var isDrop: Bool { kind == .drop }
}

/// What was sent to a recipient in the last 40 days, and what the rules remember for longer.
package struct History: Sendable {
    package struct Sent: Hashable, Sendable {
        package let type: String
        package let sentAt: Timestamp
        package let subject: String?
        package let changed: Set<String>
        /// Start of the event it spoke of.
        package let startDate: Timestamp?
        package init(type: String, sentAt: Timestamp, subject: String? = nil, changed: Set<String> = [], startDate: Timestamp? = nil) {
            (self.type, self.sentAt, self.subject, self.changed, self.startDate) = (type, sentAt, subject, changed, startDate)
        }
    }
    package struct Decided: Hashable, Sendable {
        package let at: Timestamp
        package let candidateId: String
        package init(at: Timestamp, candidateId: String) { (self.at, self.candidateId) = (at, candidateId) }
    }
    /// Oldest first: rules look back from the end no further than they count.
    package private(set) var sent: [Sent]
    /// Sends of a type in a lifetime.
    package var everSent: [String: Int]
    /// What was decided with anything but `drop`, by dedupe key.
    package var decided: [String: Decided]
    package init(sent: [Sent] = [], everSent: [String: Int] = [:], decided: [String: Decided] = [:]) {
        (self.sent, self.everSent, self.decided) = (sent.sorted { $0.sentAt < $1.sentAt }, everSent, decided)
    }
    /// The newest of all.
    mutating func add(_ entry: Sent) { sent.append(entry) }
    mutating func forget(until end: Timestamp) {
        guard let first = sent.first, first.sentAt <= end else { return }
        sent.removeFirst(sent.firstIndex { $0.sentAt > end } ?? sent.count)
    }
    /// From an instant on, the newest first.
    func since(_ start: Timestamp) -> Slice<ReversedCollection<[Sent]>> { sent.reversed().prefix { $0.sentAt >= start } }
    package static let kept: Duration = .days(40)
    package static let duplicatesWithin: Duration = .days(90)
}

/// Whom the rules decide for: where they are, what they may hear, how they are reached.
package struct DecisionRecipient: Sendable {
    package var id: String
    /// False: erased, or nobody ever told us about them.
    package var isKnown: Bool
    package var zone: TimeZoneRules
    package var roles: [String]
    package var createdAt: Timestamp?
    package var lastActivityAt: Timestamp?
    package var ticketsLast30Days: Int
    package var maxTravelKm: Double?
    /// Push: a live token; e-mail: an address that has not bounced; SMS: a verified phone.
    package var reach: Set<ChannelName>
    package var preferences: Preferences
    package init(id: String, isKnown: Bool = true, zone: TimeZoneRules, roles: [String] = [], createdAt: Timestamp? = nil,
                 lastActivityAt: Timestamp? = nil,
                 ticketsLast30Days: Int = 0, maxTravelKm: Double? = nil, reach: Set<ChannelName> = [],
                 preferences: Preferences = Preferences()) {
        (self.id, self.isKnown, self.zone, self.roles, self.createdAt, self.lastActivityAt) =
            (id, isKnown, zone, roles, createdAt, lastActivityAt)
        (self.ticketsLast30Days, self.maxTravelKm, self.reach, self.preferences) = (ticketsLast30Days, maxTravelKm, reach, preferences)
    }
}
