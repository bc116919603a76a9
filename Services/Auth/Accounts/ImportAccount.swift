import AuthIdentityVerification
import AuthKit
import AuthOrganizerApplication
import Contracts
import Kernel
import PasswordHash
import ServiceKit

/// Demo data and accounts of an older system come with their ids and hashes; the rules of registration do not apply to them.
extension ImportAccount: Command {
    public func handle(in tx: AuthTransaction) throws -> NoContent {
        // Known already, perhaps erased: whatever the person has changed since wins over the import, so importing twice is harmless.
        if try tx.accounts.knows(id) { return NoContent() }
        try check(tx).check()
        var account = Account(id: id, name: name.trimmed, email: email, phone: phone, passwordHash: passwordHash, roles: roles,
                              createdAt: createdAt ?? tx.now)
        (account.emailVerified, account.phoneVerified) = (emailVerified && email != nil, phoneVerified && phone != nil)
        (account.locale, account.timezone) = (locale, timezone)
        (account.avatarURL, account.activeRole) = (avatarUrl, activeRole)
        let settings = try tx.authSettings()
        for field in settings.profile where field.isImported { account.profile[field.name] = profile[field.name] }
        try tx.add(&account, number: registrationNumber)
        try tx.publish(UserRegistered(account, settings))
        try IdentityReview(tx: tx).follow(account)
        try ApplicationReview(tx: tx).follow(account)
        if settings.birthDate(of: account) != nil {
            try tx.sendBirthDate(of: account, settings)
            try tx.sendHolderBirthDate(of: account, settings)
        }
        return NoContent()
    }

    private func check(_ tx: AuthTransaction) throws -> Validation {
        let address = email.flatMap { EmailAddress($0) }
        let number = phone.flatMap { PhoneNumber($0, prefix: tx.definition.phonePrefix) }
        var check = try tx.accounts.taken(email: address, phone: number)
        check.require(email == nil || address?.text == email, "email", "is not an e-mail address")
        check.require(phone == nil || number?.text == phone, "phone", "is not in E.164")
        check.require(passwordHash.map { PasswordHash($0) != nil } ?? true, "passwordHash", "is not an scrypt PHC string")
        check.require(registrationNumber.map { $0 >= 1 } ?? true, "registrationNumber", "must be 1 or more")
        check.require(!roles.isEmpty, "roles", "must name at least one role")
        for role in roles where tx.definition.roles[role] == nil { check.fail("roles", "\(role) is not a role here") }
        check.require(activeRole.map(roles.contains) ?? true, "activeRole", "must be one of the roles")
        for field in try tx.authSettings().profile where field.isImported {
            if let value = profile[field.name], !field.knows(value) { check.fail(field.name, "is unknown") }
        }
        return check
    }
}
