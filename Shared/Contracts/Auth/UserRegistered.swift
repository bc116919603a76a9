import Kernel

/// Somebody has an account now (registered, imported, first OTP).
public struct UserRegistered: DomainEvent, Equatable {
    public static let type: MessageType = "auth.user-registered.v1"
    public let userId: User.ID
    public let name: String
    public let email: String?
    public let phone: String?
    public let roles: [String]
    public let locale: String?
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, name: String, email: String? = nil, phone: String? = nil, roles: [String], locale: String? = nil) {
        (self.userId, self.name, self.email, self.phone, self.roles, self.locale) = (userId, name, email, phone, roles, locale)
    }
}
