import Contracts
import Kernel
import Messaging
import ServiceKit

/// A form that was checked and a password that was hashed become an account with its first session.
/// Made by `PrepareRegistration`; what depends on other rows is checked again here.
public struct RegisterAccount: Command {
    public static let type: MessageType = "auth.register.v1"
    let name: String
    let email: String?
    let phone: String?
    let passwordHash: String
    /// What was asked for; nil: the default role.
    let role: String?
    let locale: String?
    let timezone: String?
    let pushToken: String?
    /// Of the app's own fields, what was sent.
    let profile: ProfileValues

    public func handle(in tx: AuthTransaction) throws -> Answer<SignedIn> {
        let settings = try tx.authSettings()
        try tx.accounts.taken(email: email.flatMap { EmailAddress($0) },
                              phone: phone.flatMap { PhoneNumber($0, prefix: tx.definition.phonePrefix) }).check()
        let isApplied = role.map { settings.rolesByApplication.contains($0) } ?? false
        let granted = isApplied ? settings.defaultRole : role ?? settings.defaultRole
        var account = Account(id: try tx.newAccountID(), name: name, email: email, phone: phone, passwordHash: passwordHash,
                              roles: [granted], createdAt: tx.now)
        (account.locale, account.timezone) = (locale, timezone)
        for field in settings.profile {
            if field.isGiven(at: .registration), let value = profile[field.name] {
                account.profile[field.name] = tx.completed(value, field)
            }
            if let role, field.roles.contains(role) { account.profile[field.name] = field.appliedState.map { .string($0) } }
        }
        try tx.add(&account)
        try tx.publish(UserRegistered(account, settings))
        if settings.birthDate(of: account) != nil { try tx.sendBirthDate(of: account, settings) }
        let signedIn = try tx.openSession(for: account, by: .register, pushToken: pushToken)
        return Answer(signedIn, status: 201, location: "/auth/me", secret: true)
    }
}

extension AuthTransaction {
    /// Writes a new account, with its number where the tenant counts registrations.
    /// - Parameter number: the one it had elsewhere; taken or nil: the next.
    func add(_ account: inout Account, number: Int? = nil) throws {
        if let field = try authSettings().profile.first(where: { $0.kind == .counted }), let rule = field.number {
            let free = try number.map { try accounts.isFree(registrationNumber: $0) } ?? false
            let own = free ? number ?? 1 : try accounts.nextRegistrationNumber()
            let day = try TimeZoneRules.named(definition.timezone).local(account.createdAt).date
            account.registrationNumber = own
            account.profile[field.name] = .string(rule.text(number: own, on: day))
        }
        try accounts.insert(account)
    }
}

extension RegisterAccount {
    private enum CodingKeys: String, CodingKey, CaseIterable { case name, email, phone, passwordHash, role, locale, timezone, pushToken }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        name = try box.decode(String.self, forKey: .name)
        email = try box.decodeIfPresent(String.self, forKey: .email)
        phone = try box.decodeIfPresent(String.self, forKey: .phone)
        passwordHash = try box.decode(String.self, forKey: .passwordHash)
        role = try box.decodeIfPresent(String.self, forKey: .role)
        locale = try box.decodeIfPresent(String.self, forKey: .locale)
        timezone = try box.decodeIfPresent(String.self, forKey: .timezone)
        pushToken = try box.decodeIfPresent(String.self, forKey: .pushToken)
        profile = try ProfileValues(of: decoder, besides: CodingKeys.self)
    }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(name, forKey: .name)
        try box.encodeIfPresent(email, forKey: .email)
        try box.encodeIfPresent(phone, forKey: .phone)
        try box.encode(passwordHash, forKey: .passwordHash)
        try box.encodeIfPresent(role, forKey: .role)
        try box.encodeIfPresent(locale, forKey: .locale)
        try box.encodeIfPresent(timezone, forKey: .timezone)
        try box.encodeIfPresent(pushToken, forKey: .pushToken)
        try profile.encode(to: encoder)
    }
}

extension UserRegistered {
    init(_ account: Account, _ settings: AuthSettings) {
        self.init(userId: account.id, name: account.name, email: account.email, phone: account.phone, roles: account.roles,
                  locale: account.locale, registeredAt: account.createdAt.wholeSeconds, profile: settings.published(of: account))
        timezone = account.timezone
    }
}
extension UserUpdated {
    init(_ account: Account, _ settings: AuthSettings) {
        self.init(userId: account.id, name: account.name, email: account.email, phone: account.phone, roles: account.roles,
                  locale: account.locale, registeredAt: account.createdAt.wholeSeconds, profile: settings.published(of: account))
        timezone = account.timezone
    }
}
