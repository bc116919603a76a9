import Kernel

/// Somebody has an account now (registered, imported, first OTP).
public struct UserRegistered: DomainEvent, Equatable {
    public static let type: MessageType = "auth.user-registered.v1"
    /// IANA name, if the person has set one.
    public var timezone: String?
    /// Which of `email` and `phone` were proved before: by a code, an identity provider or an import. Absent: neither.
    public var verified: [String]?
    public let userId: User.ID
    public let name: String
    public let email: String?
    public let phone: String?
    public let roles: [String]
    public let locale: String?
    /// When the account was made.
    public let registeredAt: Timestamp?
    /// What the app's own fields say, those that its tenant file publishes.
    public let profile: ProfileValues
    public var subject: String { "users/\(userId)" }

    public init(userId: User.ID, name: String, email: String? = nil, phone: String? = nil, roles: [String], locale: String? = nil,
                registeredAt: Timestamp? = nil, profile: ProfileValues = [:]) {
        (self.userId, self.name, self.email, self.phone, self.roles, self.locale) = (userId, name, email, phone, roles, locale)
        (self.registeredAt, self.profile) = (registeredAt, profile)
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case timezone, verified, userId, name, email, phone, roles, locale, registeredAt
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        timezone = try box.decodeIfPresent(String.self, forKey: .timezone)
        verified = try box.decodeIfPresent([String].self, forKey: .verified)
        userId = try box.decode(User.ID.self, forKey: .userId)
        name = try box.decode(String.self, forKey: .name)
        email = try box.decodeIfPresent(String.self, forKey: .email)
        phone = try box.decodeIfPresent(String.self, forKey: .phone)
        roles = try box.decode([String].self, forKey: .roles)
        locale = try box.decodeIfPresent(String.self, forKey: .locale)
        registeredAt = try box.decodeIfPresent(Timestamp.self, forKey: .registeredAt)
        profile = try ProfileValues(of: decoder, besides: CodingKeys.self)
    }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encodeIfPresent(timezone, forKey: .timezone)
        try box.encodeIfPresent(verified, forKey: .verified)
        try box.encode(userId, forKey: .userId)
        try box.encode(name, forKey: .name)
        try box.encodeIfPresent(email, forKey: .email)
        try box.encodeIfPresent(phone, forKey: .phone)
        try box.encode(roles, forKey: .roles)
        try box.encodeIfPresent(locale, forKey: .locale)
        try box.encodeIfPresent(registeredAt, forKey: .registeredAt)
        try profile.encode(to: encoder)
    }
}
