import Kernel

/// Somebody outside who takes messages: FCM, a mail server, an SMS company. Used by a sender, several messages at a
/// time, never inside the log.
public protocol ChannelProvider: Sendable {
    /// Hands one message over. Always answers, within the settings' time limit; never throws, never waits for a retry of its own.
    func send(_ outbound: OutboundMessage) async -> SendOutcome
    /// Lets go of connections that are kept.
    func close()
}

/// One message as a sender takes it from the queue.
public struct OutboundMessage: Sendable, Equatable {
    public let tenant: TenantID
    /// The same over all tries.
    public let deliveryId: String
    public let notificationId: String?
    public let attempt: Int
    public let isCritical: Bool
    public let collapseKey: String?
    public let expires: Timestamp?
    /// When the message was made.
    public let createdAt: Timestamp
    /// The tenant's time of this try.
    public let now: Timestamp
    public let message: ChannelMessage
    public init(tenant: TenantID, deliveryId: String, notificationId: String? = nil, attempt: Int = 1, isCritical: Bool = false,
        collapseKey: String? = nil, expires: Timestamp? = nil,
                createdAt: Timestamp, now: Timestamp, message: ChannelMessage) {
        (self.tenant, self.deliveryId, self.notificationId, self.attempt, self.isCritical) =
            (tenant, deliveryId, notificationId, attempt, isCritical)
        (self.collapseKey, self.expires, self.createdAt, self.now, self.message) = (collapseKey, expires, createdAt, now, message)
    }
}

/// What came of handing one message over.
public enum SendOutcome: Sendable, Equatable {
    case accepted(providerId: String?)
    /// Trying again may help, not before `after`. `providerIsAway`: it concerns every message, not this one (no
    /// connection, wrong password, over quota).
    case transient(code: String, after: Duration? = nil, providerIsAway: Bool = false)
    /// Trying again does not help. `addressIsDead`: nothing sent there ever arrives.
    case permanent(code: String, addressIsDead: Bool = false)
}
