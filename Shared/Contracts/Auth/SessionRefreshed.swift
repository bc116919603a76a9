import Kernel

/// A session got a new pair of tokens.
public struct SessionRefreshed: DomainEvent, Equatable {
    public static let type: MessageType = "auth.session-refreshed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let sessionId: String
    public let userId: User.ID
    public var subject: String { "sessions/\(sessionId)" }
    public init(sessionId: String, userId: User.ID) {
        (self.sessionId, self.userId) = (sessionId, userId)
    }
}
