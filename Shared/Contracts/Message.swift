import Kernel

/// What travels between services. The type name is a constant of the wire; golden files pin the JSON.
public protocol Message: Codable, Sendable {
    static var type: MessageType { get }
}

/// A frequent message (thousands per second) that writes its JSON itself: the bytes that `JSON.encode` would, keys in
/// order.
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
    /// The CloudEvents `subject`: `orders/<id>`.
    var subject: String { get }
    /// True for frequent events that nobody acts on at once: the relay may send them some milliseconds after the commit,
    /// in one batch (docs/decisions/0011). False for anything that a purchase, a code or a changed permission waits for.
    static var mayLinger: Bool { get }
}

extension DomainEvent {
    public static var mayLinger: Bool { false }
}
