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
        var account = Account(id: id, name: name.trimmed, email: email, phone: phone, passwordHash: passwordHash, roles: roles, createdAt: createdAt ?? tx.now)
        (account.emailVerified, account.phoneVerified) = (emailVerified && email != nil, phoneVerified && phone != nil)
        (account.locale, account.timezone, account.dateOfBirth) = (locale, timezone, dateOfBirth)
        (account.avatarURL, account.activeRole) = (avatarUrl, activeRole)
        account.neighborhoodID = neighborhoodId
        try tx.add(&account, number: registrationNumber)
        if let identityStatus { try tx.accounts.set(identityStatus: identityStatus, of: id) }
        if let organizerStatus { try tx.accounts.set(organizerStatus: organizerStatus, of: id) }
        try tx.publish(UserRegistered(account))
        if account.dateOfBirth != nil { try tx.tellBirthDate(of: account) }
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
        check.require(identityStatus.map(["pending", "verified", "rejected"].contains) ?? true, "identityStatus", "is unknown")
        check.require(organizerStatus.map(["in-progress", "in-review", "needs-changes", "approved", "rejected", "suspended"].contains) ?? true,
                      "organizerStatus", "is unknown")
        return check
    }
}
