import AuthKit
import AuthSessions
import Contracts
import Kernel
import ServiceKit

/// An issuer the tenant trusts vouches for somebody (believed by `VerifyIDToken`). The account hangs on (issuer, subject).
public struct SignInWithIdentity: Command {
    public static let type: MessageType = "auth.sign-in-with-identity.v1"
    package let issuer: String
    package let subject: String
    package let email: String?
    package let emailVerified: Bool
    package let name: String?
    package let pushToken: String?

    public func handle(in tx: AuthTransaction) throws -> Verdict<SignedIn> {
        // Counted like every other way in; an issuer's word is never a wrong try.
        try SignInGate(tx: tx).admit("social:\(issuer) \(subject)", by: .social, pushToken: pushToken) { try owner(tx) }
    }

    private func owner(_ tx: AuthTransaction) throws -> Account? {
        if let id = try tx.identities.owner(issuer: issuer, subject: subject), let account = try tx.accounts.find(id) { return account }
        let address = email.flatMap { EmailAddress($0) }
        let account = try address.flatMap { try tx.accounts.find(email: $0) }.map(known) ?? register(address, tx)
        try tx.identities.add(issuer: issuer, subject: subject, owner: account.id)
        return account
    }

    /// The address belongs to an account already. It is the same person if both sides have proved the address; else
    /// somebody may have registered with a stranger's address and wait for the stranger to come in.
    private func known(_ account: Account) throws -> Account {
        guard emailVerified, account.emailVerified else {
            throw Rejection.conflict("account-exists", "This e-mail address has an account. Sign in there and verify the address first.")
        }
        return account
    }

    private func register(_ address: EmailAddress?, _ tx: AuthTransaction) throws -> Account {
        let settings = try tx.authSettings()
        guard settings.registrationOpen else { throw Rejection(403, "registration-closed", "New accounts are made by invitation only.") }
        let called = name ?? address.map { String($0.text.prefix { $0 != "@" }) } ?? "?"
        var account = Account(id: try tx.newAccountID(), name: called, email: address?.text, phone: nil, passwordHash: nil,
                              roles: [settings.defaultRole], createdAt: tx.now)
        account.emailVerified = emailVerified
        try tx.add(&account)
        try tx.publish(UserRegistered(account, settings))
        return account
    }
}
