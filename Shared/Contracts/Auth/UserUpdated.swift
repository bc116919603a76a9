import Kernel

/// A profile changed; the whole public part travels.
public struct UserUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "auth.user-updated.v1"
    /// IANA name, if the person has set one.
    public var timezone: String?
    public let userId: User.ID
    public let name: String
    public let email: String?
    public let phone: String?
    public let roles: [String]
    public let locale: String?
    /// The member's number where the app has memberships: `PEEZ-20251103-00002`.
    public let membershipId: String?
    /// When the account was made.
    public let registeredAt: Timestamp?
    public let neighborhoodId: Int?
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, name: String, email: String? = nil, phone: String? = nil, roles: [String], locale: String? = nil,
                membershipId: String? = nil, registeredAt: Timestamp? = nil, neighborhoodId: Int? = nil) {
        (self.userId, self.name, self.email, self.phone, self.roles, self.locale) = (userId, name, email, phone, roles, locale)
        (self.membershipId, self.registeredAt, self.neighborhoodId) = (membershipId, registeredAt, neighborhoodId)
    }
}
