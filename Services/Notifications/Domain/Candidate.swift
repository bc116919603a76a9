import Kernel

/// One type of message for one recipient, before anybody decided what becomes of it.
public struct Candidate: Codable, Sendable, Equatable {
    public let type: String
    public let recipientId: User.ID
    /// When the trigger happened.
    public let at: Timestamp
    /// What it is about: an event, an order.
    public let subject: String
    /// The same key is never decided twice for one recipient.
    public let dedupeKey: String
    /// By dotted name, as texts use them: `event.title`, `amount`.
    public let facts: [String: JSONValue]
    public init(type: String, recipientId: User.ID, at: Timestamp, subject: String, dedupeKey: String, facts: [String: JSONValue]) {
        (self.type, self.recipientId, self.at, self.subject, self.dedupeKey, self.facts) = (type, recipientId, at, subject, dedupeKey, facts)
    }
    /// A fact that is an instant.
    public func time(_ name: String) -> Timestamp? { facts[name]?.string.flatMap { Timestamp($0) } }
}
