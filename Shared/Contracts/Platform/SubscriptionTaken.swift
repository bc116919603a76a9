import Kernel

/// A publisher's mark in its topic of events: what lies before it reaches the subscriber by its forwarder, what lies behind it
/// directly. The forwarder brings the mark into the subscriber's log, too (docs/decisions/0062).
public struct SubscriptionTaken: Message, Equatable {
    public static let type: MessageType = "platform.subscription-taken.v1"
    public let subscriber: ServiceName
    /// The event types that come directly, sorted.
    public let types: [MessageType]
    /// Names this mark: records that come directly carry the name of the one before them.
    public let marker: String
    public init(subscriber: ServiceName, types: [MessageType], marker: String) {
        (self.subscriber, self.types, self.marker) = (subscriber, types, marker)
    }
}
