import Kernel

/// How many people follow an organizer, after a change.
public struct FollowerCountChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.follower-count-changed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let organizerId: User.ID
    public let followers: Int
    public var subject: String { "organizers/\(organizerId)" }
    public init(organizerId: User.ID, followers: Int) { (self.organizerId, self.followers) = (organizerId, followers) }
}
