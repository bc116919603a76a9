import Kernel

/// Somebody has a new password; other devices were signed out.
public struct PasswordChanged: DomainEvent, Equatable {
    public static let type: MessageType = "auth.password-changed.v1"
    public let userId: User.ID
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID) {
        self.userId = userId
    }
}
