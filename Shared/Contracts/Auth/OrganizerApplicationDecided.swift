import Kernel

/// An application to organize was decided, or an organizer suspended or reinstated.
public struct OrganizerApplicationDecided: DomainEvent, Equatable {
    public static let type: MessageType = "auth.organizer-application-decided.v1"
    public let userId: User.ID
    /// `approve`, `reject`, `request-changes`, `suspend` or `reinstate`.
    public let decision: String
    /// Where the application is now: `approved`, `rejected`, `needs-changes` or `suspended`.
    public let status: String
    /// `identity-verified`, `identity-rejected` or `moderator`.
    public let reason: String
    /// What the person reads: the moderator's text, or a sentence.
    public let message: String
    public let decidedAt: Timestamp
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, decision: String, status: String, reason: String, message: String, decidedAt: Timestamp) {
        (self.userId, self.decision, self.status) = (userId, decision, status)
        (self.reason, self.message, self.decidedAt) = (reason, message, decidedAt)
    }
}
