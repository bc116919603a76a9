import AuthKit
import Contracts
import Kernel
import Messaging
import PasswordHash
import ServiceKit

/// Checks a registration form, all fields at once, and hashes its password.
public struct PrepareRegistration: Preprocessor {
    public static let type: MessageType = "auth.prepare-registration.v1"
    package let name: String?
    package let email: String?
    package let phone: String?
    package let password: SealedValue?
    package let passwordConfirmation: SealedValue?
    package let role: String?
    package let locale: String?
    package let timezone: String?
    package let fcmToken: String?
    /// If it is sent, it must be yes.
    let termsAccepted: Bool?
    package let profile: ProfileValues
    /// Members of another JSON type.
    package let flaws: Validation

    public func prepare(in context: PreprocessorContext) throws -> RegisterAccount {
        let definition = context.definition
        let settings = try AuthSettings(definition)
        guard settings.registrationOpen else { throw Rejection(403, "registration-closed", "New accounts are made by invitation only.") }
        var form = AccountForm(definition)
        let name = form.check.text("name", name, AccountForm.nameCharacters)
        let address = form.email(email, required: settings.required.contains(.email))
        let number = form.phone(phone, required: settings.required.contains(.phone), pattern: settings.phonePattern)
        let hasContact = [email, phone].contains { $0 != nil } || ["email", "phone"].contains { flaws.errors[$0] != nil }
        if settings.required.isEmpty, !hasContact {
            for field in ["email", "phone"] { form.check.fail(field, "one of email and phone is required") }
        }
        let locale = form.locale(locale)
        form.check.require(termsAccepted ?? true, "termsAccepted", "must be accepted")
        let timezone = form.timezone(timezone)
        let profile = form.profile(profile, settings, at: .registration, today: Age.day(at: context.now, in: definition.timezone))
        let offered = settings.registrationRoles
        // Where nothing may be asked for, what is asked for counts for nothing.
        let role = offered.isEmpty ? nil : role
        if let role { form.check.require(offered.contains(role), "role", "must be one of \(offered.joined(separator: ", "))") }
        let pushToken = form.check.text("fcmToken", fcmToken, AuthTransaction.pushTokenCharacters, required: false)
        let clear = form.password(try password.map(context.open), confirmation: try passwordConfirmation.map(context.open),
                                  confirmationRequired: settings.passwordConfirmationRequired, own: [name, email, phone, number?.text])
        form.merge(try context.read { try AccountStore($0, context.tenant).taken(email: address, phone: number) })
        form.mistyped(flaws, besides: offered.isEmpty ? ["role"] : [])
        try form.check.check()
        guard let name, let clear else { throw Rejection.invalid(form.check.errors) }
        return RegisterAccount(RegisterAccount.Form(
            name: name, email: address?.text, phone: number?.text,
            passwordHash: try PasswordHash(of: clear, cost: settings.scrypt).description, role: role, locale: locale, timezone: timezone,
            pushToken: pushToken), profile: profile)
    }
}

extension PrepareRegistration {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, email, phone, password, passwordConfirmation, role, locale, timezone, fcmToken, termsAccepted
    }

    public init(from decoder: any Decoder) throws {
        var members = TypedMembers(try decoder.container(keyedBy: CodingKeys.self))
        (name, email, phone) = (members.text(.name), members.text(.email), members.text(.phone))
        (password, passwordConfirmation) = (members.sealedText(.password), members.sealedText(.passwordConfirmation))
        (role, locale, timezone) = (members.text(.role), members.text(.locale), members.text(.timezone))
        (fcmToken, termsAccepted) = (members.text(.fcmToken), members.flag(.termsAccepted))
        flaws = members.flaws
        profile = try ProfileValues(of: decoder, besides: CodingKeys.self)
    }
}
