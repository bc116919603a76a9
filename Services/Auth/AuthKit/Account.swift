import Contracts
import Kernel

/// A person of one tenant.
public struct Account: Hashable, Sendable {
    public let id: User.ID
    public var name: String
    public var email: String?
    public var phone: String?
    public var emailVerified = false
    public var phoneVerified = false
    /// PHC string; nil for people who sign in without a password.
    public var passwordHash: String?
    /// Grows with each password: a check against an older one does not count.
    public var credentialVersion = 1
    public var locale: String?
    public var timezone: String?
    public var avatarURL: String?
    /// The role the app shows first; changes no permission.
    public var activeRole: String?
    /// Number of the registration, where the tenant counts them; stays when the person leaves, so it is never given again.
    public var registrationNumber: Int?
    /// What the app's own fields say, by name.
    public var profile = ProfileValues()
    /// In the order they were given; the first is the default role.
    public var roles: [String]
    public let createdAt: Timestamp
    /// When the person left. Such an account has an id and nothing else.
    public var erasedAt: Timestamp?

    public init(id: User.ID, name: String, email: String?, phone: String?, passwordHash: String?, roles: [String], createdAt: Timestamp) {
        (self.id, self.name, self.email, self.phone, self.passwordHash, self.roles, self.createdAt) =
            (id, name, email, phone, passwordHash, roles, createdAt)
    }

    /// Forgets the person, keeps the id that other rows refer to and what the app declares to outlive the account.
    public mutating func erase(at now: Timestamp, keeping kept: [ProfileField] = []) {
        (name, email, phone, passwordHash) = ("", nil, nil, nil)
        (emailVerified, phoneVerified) = (false, false)
        (locale, timezone, avatarURL, activeRole, roles) = (nil, nil, nil, nil, [])
        profile = ProfileValues(profile.values.filter { name, _ in kept.contains { $0.name == name && $0.outlivesAccount } })
        credentialVersion += 1
        erasedAt = now
    }

    /// A new address is not verified; the same address in other letters is the same.
    public mutating func change(email new: EmailAddress?) {
        if new?.folded != email?.lowercased() { emailVerified = false }
        email = new?.text
    }
    public mutating func change(phone new: PhoneNumber?) {
        if new?.text != phone { phoneVerified = false }
        phone = new?.text
    }
}

extension Account {
    /// What this person can sign in with.
    package func identifiers(phonePrefix: String) -> [SignInIdentifier] {
        [email, phone].compactMap { $0.map { SignInIdentifier(typed: $0, phonePrefix: phonePrefix) } }
    }
}
