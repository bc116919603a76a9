import Kernel

/// The check of somebody's identity has a result. Nothing of the document travels.
public struct IdentityDecided: DomainEvent, Equatable {
    public static let type: MessageType = "auth.identity-decided.v1"
    public let userId: User.ID
    /// `verified` or `rejected`.
    public let status: String
    /// Why it was rejected: `document-mismatch`, `identity-in-use`, or what a moderator wrote.
    public let reason: String?
    public let decidedAt: Timestamp
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, status: String, reason: String?, decidedAt: Timestamp) {
        (self.userId, self.status, self.reason, self.decidedAt) = (userId, status, reason, decidedAt)
    }
}
