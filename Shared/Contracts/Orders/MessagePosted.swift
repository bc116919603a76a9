import Kernel

/// Somebody wrote in the thread of an order.
public struct MessagePosted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.message-posted.v1"
    public let order: FoodOrderHead
    public let messageId: String
    public let fromRole: String
    public let fromId: User.ID
    /// As other parties read it: a first name, the restaurant's name, or the support's.
    public let fromName: String?
    /// The first 80 characters.
    public let preview: String
    /// The other parties.
    public let recipientIds: [User.ID]
    public let at: Timestamp
    /// All of it, for those who watch the order.
    public let text: String?
    public let from: MessageSender?
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, messageId: String, fromRole: String, fromId: User.ID, fromName: String? = nil, preview: String,
                recipientIds: [User.ID], at: Timestamp, text: String? = nil, from: MessageSender? = nil) {
        self.order = order
        (self.messageId, self.fromRole, self.fromId, self.fromName) = (messageId, fromRole, fromId, fromName)
        (self.preview, self.recipientIds, self.at, self.text, self.from) = (preview, recipientIds, at, text, from)
    }

    private enum Key: String, CodingKey { case messageId, fromRole, fromId, fromName, preview, recipientIds, at, text, from }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        messageId = try values.decode(String.self, forKey: .messageId)
        fromRole = try values.decode(String.self, forKey: .fromRole)
        fromId = try values.decode(User.ID.self, forKey: .fromId)
        fromName = try values.decodeIfPresent(String.self, forKey: .fromName)
        preview = try values.decode(String.self, forKey: .preview)
        recipientIds = try values.decode([User.ID].self, forKey: .recipientIds)
        at = try values.decode(Timestamp.self, forKey: .at)
        text = try values.decodeIfPresent(String.self, forKey: .text)
        from = try values.decodeIfPresent(MessageSender.self, forKey: .from)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(messageId, forKey: .messageId)
        try values.encode(fromRole, forKey: .fromRole)
        try values.encode(fromId, forKey: .fromId)
        try values.encodeIfPresent(fromName, forKey: .fromName)
        try values.encode(preview, forKey: .preview)
        try values.encode(recipientIds, forKey: .recipientIds)
        try values.encode(at, forKey: .at)
        try values.encodeIfPresent(text, forKey: .text)
        try values.encodeIfPresent(from, forKey: .from)
    }
}

/// Who wrote a message, as other parties read it.
public struct MessageSender: Codable, Sendable, Equatable {
    public let role: String
    public let name: String
    public init(role: String, name: String) { (self.role, self.name) = (role, name) }
}
