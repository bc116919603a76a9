import Kernel

/// Imports an account with its id: demo data, a migration from another system. Ignored if the id exists.
public struct ImportAccount: Message, Equatable {
    public static let type: MessageType = "auth.import-account.v1"
    public var id: User.ID
    public var name: String
    public var email: String?
    public var phone: String?
    public var emailVerified: Bool
    public var phoneVerified: Bool
    /// PHC string (`$scrypt$…`), made outside the log; nil: signs in without a password.
    public var passwordHash: String?
    public var roles: [String]
    public var dateOfBirth: CalendarDate?
    public var locale: String?
    public var timezone: String?
    public var avatarUrl: String?
    public var activeRole: String?
    /// `pending`, `verified`, `rejected`; nil: unverified.
    public var identityStatus: String?
    /// `in-progress`, `in-review`, `needs-changes`, `approved`, `rejected`, `suspended`; nil: not started.
    public var organizerStatus: String?
    /// Number of the registration, where the app counts them; nil or taken: the next one.
    public var registrationNumber: Int?
    public var neighborhoodId: Int?
    /// Nil: now.
    public var createdAt: Timestamp?

    public init(id: User.ID, name: String, email: String? = nil, phone: String? = nil, emailVerified: Bool = true, phoneVerified: Bool = true,
                passwordHash: String? = nil, roles: [String], dateOfBirth: CalendarDate? = nil, locale: String? = nil, timezone: String? = nil,
                avatarUrl: String? = nil, activeRole: String? = nil, identityStatus: String? = nil, organizerStatus: String? = nil,
                registrationNumber: Int? = nil, neighborhoodId: Int? = nil, createdAt: Timestamp? = nil) {
        (self.id, self.name, self.email, self.phone, self.emailVerified, self.phoneVerified) = (id, name, email, phone, emailVerified, phoneVerified)
        (self.passwordHash, self.roles, self.dateOfBirth, self.locale, self.timezone) = (passwordHash, roles, dateOfBirth, locale, timezone)
        (self.avatarUrl, self.activeRole, self.createdAt) = (avatarUrl, activeRole, createdAt)
        (self.registrationNumber, self.neighborhoodId) = (registrationNumber, neighborhoodId)
        (self.identityStatus, self.organizerStatus) = (identityStatus, organizerStatus)
    }
}
