import Kernel

/// Seeding: somebody follows an organizer.
public struct ImportFollow: Message, Equatable {
    public static let type: MessageType = "catalog.import-follow.v1"
    public let userId: User.ID
    public let organizerId: User.ID
    public let at: Timestamp?
    public init(userId: User.ID, organizerId: User.ID, at: Timestamp? = nil) {
        (self.userId, self.organizerId, self.at) = (userId, organizerId, at)
    }
}
