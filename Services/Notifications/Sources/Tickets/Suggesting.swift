import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit

/// Asks the catalog what to suggest to people. There is never more than one question to everybody of a kind on its way:
/// the answer brings the next.
package struct Suggesting {
    let tx: NotificationsTransaction

    /// What comes back with the answer.
    package struct Question {
        package let kind: String
        package let at: Timestamp
        /// For the texts and keys of the message.
        package let facts: [String: JSONValue]
        /// The last of those who were asked for, when others may follow.
        let askedUpTo: String?

        package init(kind: String, at: Timestamp, facts: [String: JSONValue] = [:], askedUpTo: String? = nil) {
            (self.kind, self.at, self.facts, self.askedUpTo) = (kind, at, facts, askedUpTo)
        }
        /// Nil: not one of ours.
        package init?(_ context: [String: JSONValue]) {
            guard context["asker"] == .string(ServiceName.notifications.rawValue), let kind = context["kind"]?.string,
                  let at = context["at"]?.string.flatMap({ Timestamp($0) }) else {
                return nil
            }
            self.init(kind: kind, at: at, facts: context["facts"]?.object ?? [:], askedUpTo: context["askedUpTo"]?.string)
        }
        package var context: [String: JSONValue] {
            var context: [String: JSONValue] = ["asker": .string(ServiceName.notifications.rawValue), "kind": .string(kind),
                                                "at": .string(at.description), "facts": .object(facts)]
            if let askedUpTo { context["askedUpTo"] = .string(askedUpTo) }
            return context
        }
    }

    /// For the next people with an account. Does nothing when there are none, or when the tenant sends no such message any more.
    func ask(_ kind: String, at: Timestamp, after last: String = "") throws {
        guard let type = try tx.policy().types[kind] else { return }  // An absent key is an absent rule.
        let users = try tx.recipients.accounts(after: last, limit: SuggestEvents.usersMax)
        guard !users.isEmpty else { return }
        let question = Question(kind: kind, at: at, askedUpTo: users.count == SuggestEvents.usersMax ? users.last?.rawValue : nil)
        try tx.send(SuggestEvents(context: question.context, choice: Self.choice(for: type), userIds: users, at: at))
    }
    /// For one person.
    func ask(_ type: NotificationPolicy.MessageType, at: Timestamp, for user: User.ID, facts: [String: JSONValue]) throws {
        try tx.send(SuggestEvents(context: Question(kind: type.name, at: at, facts: facts).context, choice: Self.choice(for: type),
                                  userIds: [user], at: at))
    }

    /// What a type needs says what to ask for.
    private static func choice(for type: NotificationPolicy.MessageType) -> SuggestEvents.Choice {
        if type.needs.contains("nearby") { return .near }
        return type.forInactive ? .personalOrPopular : .personal
    }
}
