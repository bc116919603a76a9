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
    public var locale: String?
    public var timezone: String?
    public var avatarUrl: String?
    public var activeRole: String?
    /// Number of the registration, where the app counts them; nil or taken: the next one.
    public var registrationNumber: Int?
    /// Nil: now.
    public var createdAt: Timestamp?
    /// What the app's own fields say, reviews included. Names that the tenant does not declare count for nothing.
    public var profile: ProfileValues

    public init(id: User.ID, name: String, email: String? = nil, phone: String? = nil, emailVerified: Bool = true,
                phoneVerified: Bool = true,
                passwordHash: String? = nil, roles: [String], locale: String? = nil, timezone: String? = nil, avatarUrl: String? = nil,
                activeRole: String? = nil, registrationNumber: Int? = nil, createdAt: Timestamp? = nil, profile: ProfileValues = [:]) {
        (self.id, self.name, self.email, self.phone, self.emailVerified, self.phoneVerified) =
            (id, name, email, phone, emailVerified, phoneVerified)
        (self.passwordHash, self.roles, self.locale, self.timezone) = (passwordHash, roles, locale, timezone)
        (self.avatarUrl, self.activeRole, self.createdAt) = (avatarUrl, activeRole, createdAt)
        (self.registrationNumber, self.profile) = (registrationNumber, profile)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, email, phone, emailVerified, phoneVerified, passwordHash, roles, locale, timezone, avatarUrl, activeRole,
            registrationNumber, createdAt
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        id = try box.decode(User.ID.self, forKey: .id)
        name = try box.decode(String.self, forKey: .name)
        email = try box.decodeIfPresent(String.self, forKey: .email)
        phone = try box.decodeIfPresent(String.self, forKey: .phone)
        emailVerified = try box.decode(Bool.self, forKey: .emailVerified)
        phoneVerified = try box.decode(Bool.self, forKey: .phoneVerified)
        passwordHash = try box.decodeIfPresent(String.self, forKey: .passwordHash)
        roles = try box.decode([String].self, forKey: .roles)
        locale = try box.decodeIfPresent(String.self, forKey: .locale)
        timezone = try box.decodeIfPresent(String.self, forKey: .timezone)
        avatarUrl = try box.decodeIfPresent(String.self, forKey: .avatarUrl)
        activeRole = try box.decodeIfPresent(String.self, forKey: .activeRole)
        registrationNumber = try box.decodeIfPresent(Int.self, forKey: .registrationNumber)
        createdAt = try box.decodeIfPresent(Timestamp.self, forKey: .createdAt)
        profile = try ProfileValues(of: decoder, besides: CodingKeys.self)
    }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(id, forKey: .id)
        try box.encode(name, forKey: .name)
        try box.encodeIfPresent(email, forKey: .email)
        try box.encodeIfPresent(phone, forKey: .phone)
        try box.encode(emailVerified, forKey: .emailVerified)
        try box.encode(phoneVerified, forKey: .phoneVerified)
        try box.encodeIfPresent(passwordHash, forKey: .passwordHash)
        try box.encode(roles, forKey: .roles)
        try box.encodeIfPresent(locale, forKey: .locale)
        try box.encodeIfPresent(timezone, forKey: .timezone)
        try box.encodeIfPresent(avatarUrl, forKey: .avatarUrl)
        try box.encodeIfPresent(activeRole, forKey: .activeRole)
        try box.encodeIfPresent(registrationNumber, forKey: .registrationNumber)
        try box.encodeIfPresent(createdAt, forKey: .createdAt)
        try profile.encode(to: encoder)
    }
}
