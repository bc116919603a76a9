import Kernel

/// A session ended: its access tokens stop working at the gateway at once.
public struct SessionRevoked: DomainEvent, Equatable {
    public static let type: MessageType = "auth.session-revoked.v1"
    public let sessionId: String
    public let userId: User.ID
    /// `logout`, `password-changed`, `refresh-reuse`, `erased`, `ended-by-user`, `ended-by-administrator`, `too-many-sessions`.
    public let reason: String
    public var subject: String { "sessions/\(sessionId)" }
    public init(sessionId: String, userId: User.ID, reason: String) {
        (self.sessionId, self.userId, self.reason) = (sessionId, userId, reason)
    }
}
