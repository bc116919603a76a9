import Kernel

/// What others may know of an organizer changed; all of it travels. Sent for people who were approved once, also when they are suspended.
public struct OrganizerUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "auth.organizer-updated.v1"
    public struct Contact: Codable, Sendable, Equatable {
        public let email: String
        public let phone: String
        public init(email: String, phone: String) { (self.email, self.phone) = (email, phone) }
    }
    public let userId: User.ID
    /// Organizers may not change or sell anything for the time being.
    public let isSuspended: Bool
    /// Approved, and the identity is verified.
    public let isVerified: Bool
    /// Nil: the name of the account.
    public let name: String?
    public let bio: String?
    public let website: String?
    public let avatarUrl: String?
    /// Nil: not public.
    public let contact: Contact?
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, isSuspended: Bool, isVerified: Bool, name: String? = nil, bio: String? = nil, website: String? = nil,
                avatarUrl: String? = nil, contact: Contact? = nil) {
        (self.userId, self.isSuspended, self.isVerified) = (userId, isSuspended, isVerified)
        (self.name, self.bio, self.website, self.avatarUrl, self.contact) = (name, bio, website, avatarUrl, contact)
    }
}
