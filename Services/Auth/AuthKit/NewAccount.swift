import Contracts
import Kernel
import ServiceKit

extension AuthTransaction {
    /// Writes a new account, with its number where the tenant counts registrations.
    /// - Parameter number: the one it had elsewhere; taken or nil: the next.
    package func add(_ account: inout Account, number: Int? = nil) throws {
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

extension UserRegistered {
    package init(_ account: Account, _ settings: AuthSettings) {
        self.init(userId: account.id, name: account.name, email: account.email, phone: account.phone, roles: account.roles,
                  locale: account.locale, registeredAt: account.createdAt.wholeSeconds, profile: settings.published(of: account))
        timezone = account.timezone
        let proved = (account.emailVerified && account.email != nil ? ["email"] : [])
            + (account.phoneVerified && account.phone != nil ? ["phone"] : [])
        verified = proved.isEmpty ? nil : proved
    }
}
extension UserUpdated {
    package init(_ account: Account, _ settings: AuthSettings) {
        self.init(userId: account.id, name: account.name, email: account.email, phone: account.phone, roles: account.roles,
                  locale: account.locale, registeredAt: account.createdAt.wholeSeconds, profile: settings.published(of: account))
        timezone = account.timezone
    }
}
