import Kernel

/// A user's roles changed. In earlier tokens the gateway ignores roles that are not in this list.
public struct RolesChanged: DomainEvent, Equatable {
    public static let type: MessageType = "auth.roles-changed.v1"
    public let userId: User.ID
    public let roles: [String]
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, roles: [String]) {
        (self.userId, self.roles) = (userId, roles)
    }
}
