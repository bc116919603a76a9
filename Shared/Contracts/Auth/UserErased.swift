import Kernel

/// An account is gone: every service forgets the person.
public struct UserErased: DomainEvent, Equatable {
    public static let type: MessageType = "auth.user-erased.v1"
    public let userId: User.ID
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID) {
        self.userId = userId
    }
}
