import AuthKit
import AuthOrganizerApplication
import AuthSessions
import Contracts
import Kernel
import Messaging
import ServiceKit

/// A form that was checked and a password that was hashed become an account with its first session.
/// Made by `PrepareRegistration`; what depends on other rows is checked again here.
public struct RegisterAccount: Command {
    public static let type: MessageType = "auth.register.v1"
    struct Form: NamedMembers, Encodable, Sendable {
        let name: String
        let email: String?
        let phone: String?
        let passwordHash: String
        /// What was asked for; nil: the default role.
        let role: String?
        let locale: String?
        let timezone: String?
        let pushToken: String?
        enum CodingKeys: String, CodingKey, CaseIterable { case name, email, phone, passwordHash, role, locale, timezone, pushToken }
    }
    private let content: WithProfile<Form>

    /// - Parameter profile: of the app's own fields, what was sent.
    init(_ form: Form, profile: ProfileValues) { content = WithProfile(members: form, profile: profile) }
    public init(from decoder: any Decoder) throws { content = try WithProfile(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }

    public func handle(in tx: AuthTransaction) throws -> Answer<SignedIn> {
        let (form, profile) = (content.members, content.profile), role = form.role
        let settings = try tx.authSettings()
        try tx.accounts.taken(email: form.email.flatMap { EmailAddress($0) },
                              phone: form.phone.flatMap { PhoneNumber($0, prefix: tx.definition.phonePrefix) }).check()
        let isApplied = role.map { settings.rolesByApplication.contains($0) } ?? false
        let granted = isApplied ? settings.defaultRole : role ?? settings.defaultRole
        var account = Account(id: try tx.newAccountID(), name: form.name, email: form.email, phone: form.phone,
                              passwordHash: form.passwordHash, roles: [granted], createdAt: tx.now)
        (account.locale, account.timezone) = (form.locale, form.timezone)
        for field in settings.profile {
            if field.isGiven(at: .registration), let value = profile[field.name] {
                account.profile[field.name] = tx.completed(value, field)
            }
            if let role, field.roles.contains(role) { account.profile[field.name] = field.appliedState.map { .string($0) } }
        }
        try tx.add(&account)
        try tx.publish(UserRegistered(account, settings))
        try ApplicationReview(tx: tx).follow(account)
        if settings.birthDate(of: account) != nil { try tx.sendBirthDate(of: account, settings) }
        let signedIn = try tx.openSession(for: account, by: .register, pushToken: form.pushToken)
        if settings.birthDate(of: account) != nil { try tx.sendHolderBirthDate(of: account, settings) }
        return Answer(signedIn, status: 201, location: "/auth/me", secret: true)
    }
}
