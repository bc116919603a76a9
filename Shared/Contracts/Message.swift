import Kernel

/// What travels between services. The type name is a constant of the wire; golden files pin the JSON.
public protocol Message: Codable, Sendable {
    static var type: MessageType { get }
}

/// A message that is sent thousands of times a second and therefore writes its JSON itself: the bytes that `JSON.encode` makes of it, keys in their order.
public protocol WrittenMessage: Message {
    func write(to writer: inout JSONWriter)
}

extension Message {
    /// As it travels. Throws `EncodingError`.
    public func encoded() throws -> [UInt8] {
        guard let written = self as? any WrittenMessage else { return try JSON.encode(self) }
        var writer = JSONWriter(capacity: 512)
        written.write(to: &writer)
        return writer.bytes
    }
}

/// A fact, past tense, published by the service that owns it for everybody: other services, analysts, the gateway's live streams.
public protocol DomainEvent: Message {
    /// What it is about (`orders/<id>`), CloudEvents `subject`.
    var subject: String { get }
    /// Nobody acts on it at once, and there may be many: it may leave some milliseconds after its commit, together with others
    /// (docs/decisions/0011). What a purchase, a code or a changed right waits for does not linger.
    static var mayLinger: Bool { get }
}

extension DomainEvent {
    public static var mayLinger: Bool { false }
}
