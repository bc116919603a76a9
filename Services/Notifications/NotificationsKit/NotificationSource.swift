import Contracts
import Kernel
import NotificationPolicy
import ServiceKit

/// One kind of app as notifications see it: its words, its reactions, and what its rows say about a candidate.
/// `Notifications.sources` lists them; the engine, preferences and administration know no kind by name.
package protocol NotificationSource: Sendable {
    /// What tenant files, texts and preferences may name.
    var words: SourceWords { get }
    /// Reactions, tables, routes and texts. Nil: other services notify people by `notifications.notify.v1`.
    var feature: Feature? { get }

    // MARK: - What is true now, asked before each evaluation

    /// The subject of a candidate, if this source may know it.
    func subject(of candidate: Candidate) -> String?
    /// Facts of a subject as they are now; they replace those the candidate has. Nil: unknown.
    func facts(of subject: String, in tx: NotificationsTransaction) throws -> Facts?
    /// What ties the recipient to the subject now.
    func relations(of candidate: Candidate, to subject: String, in tx: NotificationsTransaction) throws -> Set<String>
    /// False: what the message says is no longer true. Nil: unknown.
    /// - Parameter known: facts of the subject, if a source knows it.
    func isOpen(_ condition: String, _ candidate: Candidate, knowing known: Facts?, in tx: NotificationsTransaction) throws -> Bool?
    /// True if the candidate tells of a sale that was refunded since: digests leave it out.
    func isRefunded(_ candidate: Candidate, in tx: NotificationsTransaction) throws -> Bool
    /// How much a person has bought since an instant; limits for frequent buyers count it.
    func purchases(of user: User.ID, since: Timestamp, in tx: NotificationsTransaction) throws -> Int

    // MARK: - Texts and people

    /// Adds what texts need and what may not wait in facts, such as the names of other people.
    func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws
    /// Whom a message names besides its recipient. It is deleted with that person.
    func person(namedIn facts: Facts) -> String?
    /// Asks for the `items` that a type requires; reactions of the source notify when they come. False: this source has none for the type.
    func suggest(_ type: NotificationPolicy.MessageType, at time: Timestamp, to people: SuggestionAudience,
                 in tx: NotificationsTransaction) throws -> Bool
    /// Keeps what the source needs of the fields that only this app has, when a person signs up or changes them.
    func keep(_ profile: ProfileValues, of user: User.ID, in tx: NotificationsTransaction) throws
    /// Deletes the source's rows of a person who is gone.
    func forget(_ user: User.ID, in tx: NotificationsTransaction) throws
}

/// For whom items are suggested.
package enum SuggestionAudience: Sendable {
    case everybody
    /// With facts for the texts of the message.
    case one(User.ID, facts: [String: JSONValue])
}

extension NotificationSource {
    package var feature: Feature? { nil }
    package func subject(of candidate: Candidate) -> String? { nil }
    package func facts(of subject: String, in tx: NotificationsTransaction) throws -> Facts? { nil }
    package func relations(of candidate: Candidate, to subject: String, in tx: NotificationsTransaction) throws -> Set<String> {
        candidate.facts.relations
    }
    /// By what reactions have closed (`tx.conditions`).
    package func isOpen(_ condition: String, _ candidate: Candidate, knowing known: Facts?,
                        in tx: NotificationsTransaction) throws -> Bool? {
        guard let subject = candidate.subject, try tx.conditions.isClosed(condition, subject) else { return nil }
        return false
    }
    package func isRefunded(_ candidate: Candidate, in tx: NotificationsTransaction) throws -> Bool { false }
    package func purchases(of user: User.ID, since: Timestamp, in tx: NotificationsTransaction) throws -> Int { 0 }
    package func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {}
    package func person(namedIn facts: Facts) -> String? { nil }
    package func suggest(_ type: NotificationPolicy.MessageType, at time: Timestamp, to people: SuggestionAudience,
                         in tx: NotificationsTransaction) throws -> Bool { false }
    package func keep(_ profile: ProfileValues, of user: User.ID, in tx: NotificationsTransaction) throws {}
    package func forget(_ user: User.ID, in tx: NotificationsTransaction) throws {}
}

/// The sources of a running service.
package final class NotificationSources: Sendable {
    package let all: [any NotificationSource]
    package let vocabulary: PolicyVocabulary
    private let owners: [String: any NotificationSource]

    package init(_ all: [any NotificationSource]) {
        self.all = all
        let words = all.map { ($0, $0.words) }
        vocabulary = PolicyVocabulary(words.map { $0.1 })
        owners = Dictionary(words.flatMap { source, words in words.conditions.map { ($0, source) } }) { first, _ in first }
    }

    package func isOpen(_ condition: String, _ candidate: Candidate, knowing known: Facts?,
                        in tx: NotificationsTransaction) throws -> Bool? {
        try owners[condition]?.isOpen(condition, candidate, knowing: known, in: tx)
    }
    /// The person without an account whom other services name, or whom a source finds in the facts.
    package func person(namedIn facts: Facts) -> String? {
        facts[NamedPerson.fact]?.string ?? all.lazy.compactMap { $0.person(namedIn: facts) }.first
    }
}

/// The person whom a message to another user names, or the guest who receives it.
package enum NamedPerson {
    /// The fact of a candidate that names a person without an account.
    package static let fact = "namedPerson"
}
