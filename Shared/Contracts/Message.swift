import Kernel

/// What travels between services. The type name is a constant of the wire; golden files pin the JSON.
public protocol Message: Codable, Sendable {
    static var type: MessageType { get }
}

/// A fact, past tense, published by the service that owns it for everybody: other services, analysts, the gateway's live streams.
public protocol DomainEvent: Message {
    /// What it is about (`orders/<id>`), CloudEvents `subject`.
    var subject: String { get }
}
