import AuthKit
import Contracts
import Kernel
import Messaging
import PasswordHash
import ServiceKit

/// Checks the fields of a profile that were sent, all at once, compares the current password and hashes the new one.
public struct PrepareProfile: Preprocessor {
    public static let type: MessageType = "auth.prepare-profile.v1"
    package let change: ProfileChange
    public init(from decoder: any Decoder) throws { change = try ProfileChange(from: decoder) }

    public func prepare(in context: PreprocessorContext) throws -> UpdateProfile {
        guard let principal = context.principal,
              let account = try context.read({ try AccountStore($0, context.tenant).find(principal.userID) })
        else { throw Rejection.unauthenticated }
        let settings = try AuthSettings(context.definition)
        var form = AccountForm(context.definition)
        let name = form.check.text("name", change.name, AccountForm.nameCharacters, required: false)
        // Null for a contact that the account does not have changes nothing: an app sends back the profile that it has read.
        let address = form.email(change.email, required: account.email != nil && settings.required.contains(.email)
            && change.cleared.contains(.email))
        let number = form.phone(change.phone, required: account.phone != nil && settings.required.contains(.phone)
            && change.cleared.contains(.phone), pattern: settings.phonePattern)
        requireContact(of: account, settings, &form)
        let locale = form.locale(change.locale)
        let timezone = form.timezone(change.timezone)
        let profile = form.profile(change.profile, settings, at: .change, today: Age.day(at: context.now, in: context.definition.timezone))
        let emptied = settings.profile.filter { $0.isClearable && change.profile[$0.name] == .null }.map(\.name)
        let activeRole = form.check.text("activeRole", change.activeRole, 1...40, required: false)
        if let activeRole { form.check.require(account.roles.contains(activeRole), "activeRole", "must be one of your roles") }
        let own = [name ?? account.name, change.email ?? account.email, change.phone, number?.text ?? account.phone]
        let password = try newPassword(context, own: own, settings, &form)
        let current = try change.currentPassword.map(context.open)
        let isAsked = change.password != nil || change.flaws.errors["password"] != nil
            || settings.contactChangeNeedsPassword && account.passwordHash != nil && changesContact(of: account, address, number)
        if isAsked { form.check.require(current.map { !$0.isEmpty } ?? false, "currentPassword", "is required") }
        form.merge(try context.read { try AccountStore($0, context.tenant).taken(email: address, phone: number, by: account.id) })
        form.mistyped(change.flaws)
        try form.check.check()
        // Hashing is expensive: do it only for a valid form, and not for a locked account.
        let isLocked = try isAsked && context.read {
            try AttemptStore($0, context.tenant).lockout(of: UpdateProfile.identifier(of: account.id)).isLocked(at: context.now)
        }
        let comparison = try isAsked ? current.map {
            UpdateProfile.Comparison(matched: try !isLocked && PasswordCheck.matches($0, account, settings.scrypt),
                                     credentialVersion: account.credentialVersion, isUnjudged: isLocked ? true : nil)
        } : nil
        return UpdateProfile(UpdateProfile.Form(
            name: name, email: address?.text, phone: number?.text, cleared: change.cleared.map(\.rawValue) + emptied, locale: locale,
            timezone: timezone, activeRole: activeRole,
            passwordHash: try isLocked ? nil : password.map { try PasswordHash(of: $0, cost: settings.scrypt).description },
            currentPassword: comparison), profile: profile)
    }

    /// The new password in clear, its rules checked.
    private func newPassword(_ context: PreprocessorContext, own: [String?], _ settings: AuthSettings,
                             _ form: inout AccountForm) throws -> String? {
        guard let password = change.password else { return nil }
        return form.password(try context.open(password), confirmation: try change.passwordConfirmation.map(context.open),
                             confirmationRequired: false, own: own)
    }

    /// Refuses to clear the last contact: nobody could be reached there or sign in with it. A contact that the app requires is refused
    /// as such.
    private func requireContact(of account: Account, _ settings: AuthSettings, _ form: inout AccountForm) {
        func stays(_ contact: ProfileChange.Clearable, _ sent: String?, _ own: String?) -> Bool {
            sent != nil || change.flaws.errors[contact.rawValue] != nil || own != nil && !change.cleared.contains(contact)
        }
        guard !stays(.email, change.email, account.email), !stays(.phone, change.phone, account.phone) else { return }
        for contact in change.cleared.compactMap(\.contact) where !settings.required.contains(contact) {
            form.check.fail(contact.rawValue, "one of email and phone must stay")
        }
    }

    private func changesContact(of account: Account, _ address: EmailAddress?, _ number: PhoneNumber?) -> Bool {
        change.cleared.contains(.email) && account.email != nil || change.cleared.contains(.phone) && account.phone != nil
            || address.map { $0.folded != account.email?.lowercased() } ?? false
            || number.map { $0.text != account.phone } ?? false
    }
}

/// The body of a profile change. A field that is absent stays, null clears it where it may be empty.
package struct ProfileChange: Decodable {
    package enum Clearable: String, Codable, Sendable, CaseIterable {
        case email, phone, locale, timezone
        /// Nil: nobody is reached by it.
        var contact: AuthSettings.Contact? { AuthSettings.Contact(rawValue: rawValue) }
    }

    package let name: String?
    package let email: String?
    package let phone: String?
    package let cleared: [Clearable]
    package let locale: String?
    package let timezone: String?
    /// Of the app's own fields.
    package let profile: ProfileValues
    package let activeRole: String?
    package let password: SealedValue?
    package let passwordConfirmation: SealedValue?
    let currentPassword: SealedValue?
    /// Members of another JSON type.
    package let flaws: Validation

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, email, phone, locale, timezone, activeRole, password, passwordConfirmation, currentPassword
    }

    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        var members = TypedMembers(box)
        (name, email, phone) = (members.text(.name), members.text(.email), members.text(.phone))
        (locale, timezone, activeRole) = (members.text(.locale), members.text(.timezone), members.text(.activeRole))
        (password, passwordConfirmation) = (members.sealedText(.password), members.sealedText(.passwordConfirmation))
        currentPassword = members.sealedText(.currentPassword)
        profile = try ProfileValues(of: decoder, besides: CodingKeys.self)
        flaws = members.flaws
        cleared = try Clearable.allCases.filter { field in
            guard let key = CodingKeys(rawValue: field.rawValue), box.contains(key) else { return false }
            return try box.decodeNil(forKey: key)
        }
    }
}
