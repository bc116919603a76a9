import Kernel

/// Two people are friends no longer, whichever of them ended it.
public struct FriendshipEnded: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.friendship-ended.v1"
    /// Who ended it, or whose account is gone.
    public let userId: User.ID
    public let friendId: User.ID
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, friendId: User.ID) { (self.userId, self.friendId) = (userId, friendId) }
}
