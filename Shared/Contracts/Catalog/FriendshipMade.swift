import Kernel

/// Two people are friends of each other: one took the other's invitation up.
public struct FriendshipMade: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.friendship-made.v1"
    /// Who had invited.
    public let userId: User.ID
    public let friendId: User.ID
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, friendId: User.ID) { (self.userId, self.friendId) = (userId, friendId) }
}
