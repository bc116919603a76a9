import Kernel

/// Where pushes to a device of a person go from now on.
public struct PushTokenChanged: DomainEvent, Equatable {
    public static let type: MessageType = "auth.push-token-changed.v1"
    public let sessionId: String
    public let userId: User.ID
    /// Nil: this session gets no pushes any more.
    public let pushToken: String?
    public var subject: String { "sessions/\(sessionId)" }
    public init(sessionId: String, userId: User.ID, pushToken: String?) {
        (self.sessionId, self.userId, self.pushToken) = (sessionId, userId, pushToken)
    }
}
