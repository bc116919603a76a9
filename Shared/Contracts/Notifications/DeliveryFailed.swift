import Kernel

/// A message could not be handed over on one channel, and no further try is made there.
public struct DeliveryFailed: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.delivery-failed.v1"
    public let deliveryId: String
    /// Nil: a code, which is in no feed.
    public let notificationId: String?
    public let recipientId: User.ID
    /// The type of the notification: `ticket-purchased`.
    public let kind: String
    public let category: String
    public let channel: String
    /// The provider's reason: `UNREGISTERED`, `550`, `expired`.
    public let code: String
    /// The channel that is tried in its place.
    public let fallback: String?
    public var subject: String { "deliveries/\(deliveryId)" }
    public init(deliveryId: String, notificationId: String?, recipientId: User.ID, kind: String, category: String, channel: String,
                code: String, fallback: String? = nil) {
        (self.deliveryId, self.notificationId, self.recipientId, self.kind) = (deliveryId, notificationId, recipientId, kind)
        (self.category, self.channel, self.code, self.fallback) = (category, channel, code, fallback)
    }
}
