import Contracts
import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit

/// What is worked out once for all that is told by one message, however many people it is told to.
package final class MessageComposer {
    private let tx: NotificationsTransaction
    /// Channels of the tenant, in their order.
    package private(set) lazy var channels = tx.channels
    package let round = DeliveryRound()
    private var facts: [SharedFacts] = []
    private var campaigns: [String: MessageCampaign?] = [:]
    init(_ tx: NotificationsTransaction) { self.tx = tx }

    /// People differ in what ties them to a subject, and there are only so many ties.
    private static let sharedMax = 8

    /// What others were told as well, or what this one is told first.
    package func shared(_ candidate: Candidate) -> SharedFacts {
        if let known = facts.first(where: { $0.subject == candidate.subject && $0.facts == candidate.facts }) { return known }
        let new = SharedFacts(candidate.facts, subject: candidate.subject)
        if facts.count == Self.sharedMax { facts.removeFirst() }
        facts.append(new)
        return new
    }
    package func campaign(_ id: String) throws -> MessageCampaign? {
        if let known = campaigns[id] { return known }
        let found = try tx.campaigns.find(id)
        campaigns[id] = .some(found)
        return found
    }
}

/// Facts that several candidates of one message have in common, and what is made of them.
package final class SharedFacts {
    package let facts: Facts
    package let subject: String?
    /// As a candidate's row has them.
    package private(set) lazy var text = JSONColumn.text(facts.members)
    /// Every scalar by its path, as texts and apps use them, without what is only for the rules.
    package private(set) lazy var data: [String: JSONValue] = {
        var shown = facts
        for hidden in [Notify.wordsByLanguage, "was", "now"] { shown.members[hidden] = nil }
        var data = shown.flat
        for hidden in ["relations", "open", "refunded", "remindedStart", "deepLink", NamedPerson.fact] { data[hidden] = nil }
        data["subject"] = subject.map { .string($0) }
        return data
    }()
    private(set) lazy var dataText = JSONColumn.text(data)
    private var wordings: [Wording.Key: Wording] = [:]
    init(_ facts: Facts, subject: String?) { (self.facts, self.subject) = (facts, subject) }

    /// The words for everybody with this key; `make` answers also whether they name the recipient, and are for nobody else.
    func wording(_ key: Wording.Key, for name: String, _ make: () throws -> (Wording, namesRecipient: Bool)) rethrows -> Wording {
        if let known = wordings[key] { return known }
        var own = key
        own.name = name
        if let known = wordings[own] { return known }
        let (made, namesRecipient) = try make()
        // Names are many; words without a name are few.
        if namesRecipient { wordings = wordings.filter { $0.key.name == nil } }
        wordings[namesRecipient ? own : key] = made
        return made
    }
}

/// The words of an item.
struct Wording {
    /// Everything they are made of besides the facts.
    struct Key: Hashable {
        let type: String
        let texts: NotificationPolicy.Texts
        let language, whyLanguage: TextLanguage
        let zone: String
        let now: Timestamp
        let decision: Decision
        /// Of the recipient; nil: no text says it.
        var name: String?
    }
    let title, body, why: String
    let deepLink: String?
}
