import Kernel

/// Another service wants somebody with an account to know something. The tenant's policy decides whether, when and how.
public struct Notify: Message, Equatable {
    public static let type: MessageType = "notifications.notify.v1"
    /// The fact that holds words by language: `{"en":{"weekday":"Wednesday"}}`. Texts in that language use them in place of the others.
    public static let wordsByLanguage = "byLanguage"
    /// A type of the tenant's file; one it does not have is a message it does not send.
    public let kind: String
    public let recipientId: User.ID
    /// When it happened; absent: now.
    public let at: Timestamp?
    /// What it is about.
    public let about: String?
    /// At most one notification per key within 90 days; absent: made from the type's `dedupe` and the facts.
    public let dedupeKey: String?
    /// What rules and texts use, nested: `{"relations":["organizer"],"event":{"id":…,"startDate":…}}`.
    public let facts: [String: JSONValue]
    /// The person without an account whom the text names; `notifications.forget-named.v1` deletes the message.
    public let names: String?
    public init(kind: String, recipientId: User.ID, at: Timestamp? = nil, about: String? = nil, dedupeKey: String? = nil,
                facts: [String: JSONValue] = [:], names: String? = nil) {
        (self.kind, self.recipientId, self.at, self.about, self.dedupeKey, self.facts) = (kind, recipientId, at, about, dedupeKey, facts)
        self.names = names
    }
}

/// Another service wants somebody without account to know something; their address travels only in this command.
public struct SendToContact: Message, Equatable {
    public static let type: MessageType = "notifications.send-to-contact.v1"
    public struct Contact: Codable, Sendable, Equatable {
        public let email: String?
        public let phone: String?
        public let name: String?
        public init(email: String?, phone: String? = nil, name: String? = nil) {
            (self.email, self.phone, self.name) = (email, phone, name)
        }
    }
    public struct Attachment: Codable, Sendable, Equatable {
        public let filename: String
        public let contentType: String
        /// Text as it is.
        public let content: String
        public init(filename: String, contentType: String, content: String) {
            (self.filename, self.contentType, self.content) = (filename, contentType, content)
        }
    }
    public let to: Contact
    /// A type of the tenant's file with `contact: true`.
    public let template: String
    public let locale: String?
    /// What rules and texts use, nested.
    public let params: [String: JSONValue]
    public let attachments: [Attachment]?
    public let dedupKey: String?
    /// What it is about; absent: nothing that could change later.
    public let about: String?
    /// When it happened; absent: now.
    public let at: Timestamp?
    /// IANA name of the contact's zone; absent: the tenant's.
    public let timezone: String?
    /// See `Notify.names`.
    public let names: String?
    public init(to: Contact, template: String, locale: String? = nil, params: [String: JSONValue] = [:], attachments: [Attachment]? = nil,
                dedupKey: String? = nil, about: String? = nil, at: Timestamp? = nil, timezone: String? = nil,
                names: String? = nil) {
        (self.to, self.template, self.locale, self.params, self.attachments) = (to, template, locale, params, attachments)
        (self.dedupKey, self.about, self.at, self.timezone, self.names) = (dedupKey, about, at, timezone, names)
    }
}
