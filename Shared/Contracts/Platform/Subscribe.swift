import Kernel

/// A service's manifest asks for events of this one directly. The forwarder brings the request into the log of every
/// partition of the publisher (docs/decisions/0062).
public struct Subscribe: Message, Equatable {
    public static let type: MessageType = "platform.subscribe.v1"
    public let subscriber: ServiceName
    /// The event types wanted, sorted. Empty: the subscriber reads the topic of events by itself again.
    public let types: [MessageType]
    public init(subscriber: ServiceName, types: [MessageType]) { (self.subscriber, self.types) = (subscriber, types) }
}
