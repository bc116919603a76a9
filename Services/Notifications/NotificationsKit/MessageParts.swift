import Kernel

/// What a message carries besides its texts.
public struct MessageParts: Codable, Sendable, Equatable {
    /// Of the texts: `ar`.
    public let language: String
    /// Turns the category off with one click. Nil: it cannot be turned off.
    public let unsubscribeURL: String?
    public let attachments: [Attachment]
    /// Images and long texts are left out.
    public let isLite: Bool
    /// Buttons of a push: `view_event`, `get_directions`.
    public let actions: [String]
    /// Facts that a push carries as data; nil: none.
    public let pushFacts: [String]?
    /// How large a push may be; nil: as large as a lite or a rich one usually is.
    public var pushBytesMax: Int?
    public init(language: String = "en", unsubscribeURL: String? = nil, attachments: [Attachment] = [], isLite: Bool = true,
                actions: [String] = [], pushFacts: [String]? = nil, pushBytesMax: Int? = nil) {
        (self.language, self.unsubscribeURL, self.attachments, self.isLite, self.actions) =
            (language, unsubscribeURL, attachments, isLite, actions)
        (self.pushFacts, self.pushBytesMax) = (pushFacts, pushBytesMax)
    }
}

/// A file that goes with an e-mail.
public struct Attachment: Codable, Sendable, Equatable {
    public let filename: String
    /// `text/calendar; method=PUBLISH`.
    public let contentType: String
    /// Text of text types, base64 of others.
    public let content: String
    public init(filename: String, contentType: String, content: String) {
        (self.filename, self.contentType, self.content) = (filename, contentType, content)
    }
}
