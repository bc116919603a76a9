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
    /// Which services must have it at once. Everybody, unless the type says otherwise: a purchase, a code or a changed
    /// permission may wait for it.
    static var awaitedBy: Awaiting { get }
}

extension DomainEvent {
    public static var awaitedBy: Awaiting { .everybody }
}

/// Who must have an event at once. To all others, and to the readers of its topic (analysts, live streams), it may be sent
/// up to 50 ms after the commit, in one batch with what follows (docs/decisions/0011).
public enum Awaiting: Sendable, Equatable {
    case everybody
    case only(Set<ServiceName>)

    public static let nobody = Awaiting.only([])

    public func includes(_ service: ServiceName) -> Bool {
        switch self {
        case .everybody: true
        case .only(let services): services.contains(service)
        }
    }
}
