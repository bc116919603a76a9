import Kernel

/// From the catalog's moderation: stop an approved organizer. Ignored for anybody who is none, or suspended already.
public struct SuspendOrganizer: Message, Equatable {
    public static let type: MessageType = "auth.suspend-organizer.v1"
    public let userId: User.ID
    /// What the moderator wrote; the organizer reads it.
    public let reason: String
    /// The moderator.
    public let by: User.ID
    public init(userId: User.ID, reason: String, by: User.ID) { (self.userId, self.reason, self.by) = (userId, reason, by) }
}
