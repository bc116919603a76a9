import Kernel
import NotificationPolicy
import NotificationsKit

/// One message on its way out of the platform, to one address on one channel.
public struct Delivery: Sendable, Equatable {
    /// Where it is. Only `DeliveryResult`, `TakeDeliveryReport` and the retry timer move it.
    public enum State: String, Sendable, CaseIterable {
        /// A sender may take it.
        case queued
        /// A try failed; a timer queues it again.
        case waiting
        /// The provider has it.
        case accepted
        /// No further try on this channel.
        case failed
        public var isFinal: Bool {
            switch self {
            case .queued, .waiting: false
            case .accepted, .failed: true
            }
        }
    }
    /// The same over all tries: providers and readers know a repeated message by it.
    public let id: String
    /// Nil: a code, which is in no feed.
    public let notificationId: String?
    public let userId: User.ID
    public let channel: ChannelName
    public let address: String
    /// The type of the notification.
    public let type: String
    public let terms: DeliveryTerms
    public let state: State
    /// 1 is the first try.
    public let attempt: Int
    public init(id: String, notificationId: String?, userId: User.ID, channel: ChannelName, address: String, type: String,
        terms: DeliveryTerms, state: State = .queued,
                attempt: Int = 1) {
        (self.id, self.notificationId, self.userId, self.channel, self.address) = (id, notificationId, userId, channel, address)
        (self.type, self.terms, self.state, self.attempt) = (type, terms, state, attempt)
    }
}

/// What the policy says about how a message is handed over.
public struct DeliveryTerms: Codable, Sendable, Equatable {
    public let category: String
    /// 0 is critical: it has places of its own at every sender, and is tried again sooner. Else the category's place in
    /// the policy; smaller goes first.
    public let priority: Int
    /// No try after this.
    public let expires: Timestamp?
    /// A newer message with the same key takes the place of an older one on the device.
    public let collapseKey: String?
    /// Channels to try in this order when the chosen one fails: only those the recipient has switched on.
    public let fallback: [ChannelName]
    public let parts: MessageParts
    public init(category: String, priority: Int, expires: Timestamp? = nil, collapseKey: String? = nil, fallback: [ChannelName] = [],
        parts: MessageParts = MessageParts()) {
        (self.category, self.priority, self.expires, self.collapseKey, self.fallback, self.parts) =
            (category, priority, expires, collapseKey, fallback, parts)
    }
    public var isCritical: Bool { priority == 0 }

    /// How long to wait after the n-th try (from 1) before the next; nil: it was the last.
    public func wait(afterAttempt attempt: Int) -> Duration? {
        let waits: [Duration] = isCritical ? [.seconds(5), .seconds(15), .seconds(30), .seconds(60)] : [.seconds(10), .seconds(30),
            .minutes(2), .minutes(10), .minutes(30)]
        return waits.indices.contains(attempt - 1) ? waits[attempt - 1] : nil
    }
}
