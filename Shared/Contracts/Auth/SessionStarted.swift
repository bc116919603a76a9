import Kernel

/// A device signed in.
public struct SessionStarted: DomainEvent, Equatable {
    public static let type: MessageType = "auth.session-started.v1"
    public static let awaitedBy = Awaiting.nobody
    public let sessionId: String
    public let userId: User.ID
    /// `password`, `otp`, `social`, `register`.
    public let method: String
    public var subject: String { "sessions/\(sessionId)" }
    public init(sessionId: String, userId: User.ID, method: String) {
        (self.sessionId, self.userId, self.method) = (sessionId, userId, method)
    }
}
