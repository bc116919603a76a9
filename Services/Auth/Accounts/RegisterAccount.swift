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
    let dateOfBirth: CalendarDate?
    let locale: String?
    let timezone: String?
    let neighborhoodId: Int?
    let pushToken: String?

    public func handle(in tx: AuthTransaction) throws -> Answer<SignedIn> {
        let settings = try tx.authSettings()
        try tx.accounts.taken(email: email.flatMap { EmailAddress($0) }, phone: phone.flatMap { PhoneNumber($0, prefix: tx.definition.phonePrefix) }).check()
        let isApplied = role.map { settings.rolesByApplication.contains($0) } ?? false
        let granted = isApplied ? settings.defaultRole : role ?? settings.defaultRole
        var account = Account(id: try tx.newAccountID(), name: name, email: email, phone: phone, passwordHash: passwordHash, roles: [granted], createdAt: tx.now)
        (account.dateOfBirth, account.locale, account.timezone, account.neighborhoodID) = (dateOfBirth, locale, timezone, neighborhoodId)
        try tx.add(&account)
        if isApplied { try tx.accounts.set(organizerStatus: Standing.inProgress, of: account.id) }
        try tx.publish(UserRegistered(account))
        if account.dateOfBirth != nil { try tx.tellBirthDate(of: account) }
        let signedIn = try tx.openSession(for: account, by: .register, pushToken: pushToken)
        return Answer(signedIn, status: 201, location: "/auth/me", secret: true)
    }
}

extension AuthTransaction {
    /// Writes a new account, with its number where the tenant counts registrations.
    /// - Parameter number: the one it had elsewhere; taken or nil: the next.
    func add(_ account: inout Account, number: Int? = nil) throws {
        if let rule = try authSettings().membershipNumbers {
            let free = try number.map { try accounts.isFree(registrationNumber: $0) } ?? false
            let own = free ? number ?? 1 : try accounts.nextRegistrationNumber()
            let day = try TimeZoneRules.named(definition.timezone).local(account.createdAt).date
            (account.registrationNumber, account.membershipID) = (own, rule.text(number: own, on: day))
        }
        try accounts.insert(account)
    }
}

extension UserRegistered {
    init(_ account: Account) {
        self.init(userId: account.id, name: account.name, email: account.email, phone: account.phone, roles: account.roles, locale: account.locale,
                  membershipId: account.membershipID, registeredAt: account.createdAt.wholeSeconds, neighborhoodId: account.neighborhoodID)
        timezone = account.timezone
    }
}
extension UserUpdated {
    init(_ account: Account) {
        self.init(userId: account.id, name: account.name, email: account.email, phone: account.phone, roles: account.roles, locale: account.locale,
                  membershipId: account.membershipID, registeredAt: account.createdAt.wholeSeconds, neighborhoodId: account.neighborhoodID)
        timezone = account.timezone
    }
}
