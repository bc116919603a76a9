import Kernel

/// What somebody may act as changed. The gateway lets tokens from before count for no role that is not among these.
public struct RolesChanged: DomainEvent, Equatable {
    public static let type: MessageType = "auth.roles-changed.v1"
    public let userId: User.ID
    public let roles: [String]
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, roles: [String]) {
        (self.userId, self.roles) = (userId, roles)
    }
}
