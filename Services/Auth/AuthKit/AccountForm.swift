import Contracts
import Foundation
import Kernel

/// The fields that registration and profile share, checked together so that a person mends a form once.
package struct AccountForm {
    package var check = Validation()
    package let definition: TenantDefinition

    package static let nameCharacters = 2...100

    package init(_ definition: TenantDefinition) { self.definition = definition }

    package mutating func email(_ typed: String?, required: Bool) -> EmailAddress? {
        guard let text = check.text("email", typed, 1...254, required: required) else { return nil }
        guard let address = EmailAddress(text) else {
            check.fail("email", "is not an e-mail address")
            return nil
        }
        return address
    }

    /// - Parameter pattern: what the normalised number must look like; where there is one, a number is written with its
    ///   country or its leading zero, where the country has one.
    package mutating func phone(_ typed: String?, required: Bool, pattern: String? = nil) -> PhoneNumber? {
        guard let text = check.text("phone", typed, 1...40, required: required) else { return nil }
        guard let number = PhoneNumber(text, prefix: definition.phonePrefix) else {
            check.fail("phone", "is not a telephone number")
            return nil
        }
        if let pattern {
            guard PhoneNumber.isWhole(text, prefix: definition.phonePrefix), let regex = try? Regex(pattern),
                  (try? regex.wholeMatch(in: number.text)) != nil else {
                check.fail("phone", "is not a telephone number of this country")
                return nil
            }
        }
        return number
    }

    package mutating func locale(_ typed: String?) -> String? {
        guard let text = check.text("locale", typed, 1...35, required: false) else { return nil }
        check.require(definition.languages.contains(text), "locale", "must be one of \(definition.languages.joined(separator: ", "))")
        return text
    }

    /// Zone names come from the machine's own list: this runs before the log, where machines may differ.
    package mutating func timezone(_ typed: String?) -> String? {
        guard let text = check.text("timezone", typed, 1...64, required: false) else { return nil }
        let isName = text == "UTC" || text.contains("/")
        // Foundation also knows names that the tz database has dropped; other services read its files.
        let isKnown = TimeZone(identifier: text) != nil && (try? TimeZoneRules.named(text)) != nil
        check.require(isName && isKnown, "timezone", "is not a time zone")
        return text
    }

    /// A new password, in clear for as long as this function runs.
    package mutating func password(_ password: String?, confirmation: String?, confirmationRequired: Bool, own: [String?]) -> String? {
        check.require(confirmation != nil || !confirmationRequired, "passwordConfirmation", "is required")
        guard let password, !password.isEmpty else {
            check.fail("password", "is required")
            return nil
        }
        for problem in PasswordRules.problems(password, own: own, definition) { check.fail("password", problem) }
        if let confirmation { check.require(confirmation == password, "passwordConfirmation", "does not match the password") }
        return password
    }

    /// A code as it was typed: six digits, white space between them is nobody's mistake.
    package mutating func code(_ typed: String?) -> String? {
        let digits = typed?.filter { !$0.isWhitespace }.withPlainDigits
        guard let digits, !digits.isEmpty else {
            check.fail("code", "is required")
            return nil
        }
        check.require(digits.utf8.count <= 64, "code", "must have six digits")
        return digits
    }

    /// Takes over which fields have another JSON type. Nothing else is said about these: their values could not be read.
    /// - Parameter ignored: fields that count for nothing here.
    package mutating func mistyped(_ flaws: Validation, besides ignored: [String] = []) {
        let found = check
        check = Validation()
        check.take(flaws.errors.filter { !ignored.contains($0.key) })
        check.take(found.errors.filter { flaws.errors[$0.key] == nil })
    }

    /// Takes over what another check has found.
    package mutating func merge(_ other: Validation) {
        check.take(other.errors)
    }
}
