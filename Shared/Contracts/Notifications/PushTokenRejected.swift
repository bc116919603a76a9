import Kernel

/// The push provider reported that the device no longer exists.
public struct PushTokenRejected: DomainEvent, Equatable {
    public static let type: MessageType = "notifications.push-token-rejected.v1"
    public let userId: User.ID
    public let pushToken: String
    /// The provider's reason: `UNREGISTERED`.
    public let code: String
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, pushToken: String, code: String) { (self.userId, self.pushToken, self.code) = (userId, pushToken, code) }
}
