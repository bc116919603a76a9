import AuthKit
import AuthSessions
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Changes the fields that were sent; the others stay. Made by `PrepareProfile`, which has checked their form and the current password.
public struct UpdateProfile: Command {
    public static let type: MessageType = "auth.update-profile.v1"
    struct Form: NamedMembers, Encodable, Sendable {
        let name: String?
        let email: String?
        let phone: String?
        /// Fields that were sent as null.
        let cleared: [String]
        let locale: String?
        let timezone: String?
        let activeRole: String?
        /// The new password's hash.
        let passwordHash: String?
        /// Where one was asked for: the current password as it was compared.
        let currentPassword: Comparison?
        enum CodingKeys: String, CodingKey, CaseIterable {
            case name, email, phone, cleared, locale, timezone, activeRole, passwordHash, currentPassword
        }
    }
    private let content: WithProfile<Form>
    private var form: Form { content.members }

    /// - Parameter profile: of the app's own fields, what was sent.
    init(_ form: Form, profile: ProfileValues) { content = WithProfile(members: form, profile: profile) }
    public init(from decoder: any Decoder) throws { content = try WithProfile(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }

    struct Comparison: Codable, Sendable {
        let matched: Bool
        /// Which password it was compared with: one that was changed since proves nothing.
        let credentialVersion: Int
        /// The account was locked when the preprocessor saw it, so no password was compared.
        var isUnjudged: Bool?
    }

    /// The identifier under which attempts with a user's current password are counted.
    package static func identifier(of user: User.ID) -> String { "account:" + user.rawValue }

    public func handle(in tx: AuthTransaction) throws -> Verdict<AccountAnswer> {
        var account = try tx.account()
        if let currentPassword = form.currentPassword {
            if currentPassword.isUnjudged == true {
                return .refused(try SignInGate(tx: tx).refuseUnjudged(Self.identifier(of: account.id)))
            }
            let isRight = currentPassword.matched && currentPassword.credentialVersion == account.credentialVersion
            switch try SignInGate(tx: tx).judge(Self.identifier(of: account.id), { isRight ? account : nil }) {
            case .passed: break  // The same account; nothing to take from it.
            case .refused(let rejection) where rejection.status == 429: return .refused(rejection)
            case .refused: return .refused(.invalid(["currentPassword": ["is not right"]]))
            }
        }
        let before = account
        let settings = try tx.authSettings()
        try apply(to: &account, settings, tx)
        if let passwordHash = form.passwordHash {
            guard form.currentPassword != nil else { throw Rejection.invalid(["currentPassword": ["is required"]]) }
            account.passwordHash = passwordHash
            account.credentialVersion += 1
        }
        if account != before { try tx.accounts.update(account) }
        if form.passwordHash != nil { try tx.passwordWasChanged(of: account, keeping: tx.user().sessionID) }
        if settings.birthDate(of: account) != settings.birthDate(of: before) { try tx.sendBirthDate(of: account, settings) }
        if UserUpdated(account, settings) != UserUpdated(before, settings) { try tx.publish(UserUpdated(account, settings)) }
        if settings.birthDate(of: account) != settings.birthDate(of: before) { try tx.sendHolderBirthDate(of: account, settings) }
        return .granted(AccountAnswer(account, definition: tx.definition, now: tx.now))
    }

    private func apply(to account: inout Account, _ settings: AuthSettings, _ tx: AuthTransaction) throws {
        let newEmail = form.email.flatMap { EmailAddress($0) }
        let newPhone = form.phone.flatMap { PhoneNumber($0, prefix: tx.definition.phonePrefix) }
        var check = try tx.accounts.taken(email: newEmail, phone: newPhone, by: account.id)
        if let activeRole = form.activeRole, !account.roles.contains(activeRole) { check.fail("activeRole", "must be one of your roles") }
        try check.check()
        for field in settings.profile where field.isGiven(at: .change) {
            let isCleared = field.isClearable && form.cleared.contains(field.name)
            guard content.profile[field.name] != nil || isCleared else { continue }
            let new = content.profile[field.name].map { tx.completed($0, field) }
            guard new != account.profile[field.name] else { continue }
            try field.requireUnlocked(account, settings)
            account.profile[field.name] = new
        }
        if let name = form.name { account.name = name }
        if let newEmail { account.change(email: newEmail) }
        if let newPhone { account.change(phone: newPhone) }
        if let locale = form.locale { account.locale = locale }
        if let timezone = form.timezone { account.timezone = timezone }
        if let activeRole = form.activeRole { account.activeRole = activeRole }
        for field in form.cleared.compactMap(ProfileChange.Clearable.init) {
            switch field {
            case .email: account.change(email: nil)
            case .phone: account.change(phone: nil)
            case .locale: account.locale = nil
            case .timezone: account.timezone = nil
            }
        }
        guard account.email != nil || account.phone != nil else {
            let contacts = form.cleared.compactMap(ProfileChange.Clearable.init).compactMap(\.contact)
            var check = Validation()
            for contact in contacts { check.fail(contact.rawValue, "one of email and phone must stay") }
            throw Rejection.invalid(check.errors)
        }
    }
}
