import AuthKit
import AuthSessions
import Contracts
import Kernel
import ServiceKit

/// A code that was sent to a phone came back (opened by `OpenSignInCode`). Makes the account on the first use, where the tenant wants that.
public struct SignInWithCode: Command {
    public static let type: MessageType = "auth.sign-in-with-code.v1"
    /// E.164.
    package let phone: String
    /// HMAC of the code, base64url.
    package let proof: String
    package let name: String?
    package let pushToken: String?

    public func handle(in tx: AuthTransaction) throws -> Verdict<SignedIn> {
        guard let number = PhoneNumber(phone, prefix: ""), let proof = Base64URL.decode(proof) else { throw Rejection.invalidCredentials }
        let subject = SignInIdentifier.phone(number).key
        return try SignInGate(tx: tx).admit(subject, by: .otp, pushToken: pushToken) {
            guard try tx.redeem(.signIn, subject: subject, proof: proof) != nil else { return nil }
            return try owner(of: number, tx)
        }
    }

    /// Whoever can read what is sent to a number has it.
    private func owner(of number: PhoneNumber, _ tx: AuthTransaction) throws -> Account? {
        if var account = try tx.accounts.find(phone: number) {
            if !account.phoneVerified {
                account.phoneVerified = true
                try tx.accounts.update(account)
                try tx.publish(ContactVerified(userId: account.id, contact: "phone", address: number.text))
            }
            return account
        }
        let settings = try tx.authSettings()
        guard settings.oneTimeCodes.createsAccounts else { return nil }
        var account = Account(id: try tx.newAccountID(), name: name ?? number.text, email: nil, phone: number.text, passwordHash: nil,
                              roles: [settings.defaultRole], createdAt: tx.now)
        account.phoneVerified = true
        try tx.add(&account)
        try tx.publish(UserRegistered(account, settings))
        return account
    }
}
