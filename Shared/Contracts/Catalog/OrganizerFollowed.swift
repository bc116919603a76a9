import Kernel

/// Somebody follows an organizer, or no longer.
public struct OrganizerFollowed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.organizer-followed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let organizerId: User.ID
    public let userId: User.ID
    public let following: Bool
    public var subject: String { "organizers/\(organizerId)" }
    public init(organizerId: User.ID, userId: User.ID, following: Bool) {
        (self.organizerId, self.userId, self.following) = (organizerId, userId, following)
    }
}
