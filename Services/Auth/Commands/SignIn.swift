import Contracts
import Kernel
import ServiceKit

/// A password was compared with the stored one (by `VerifyPassword`); here the try is counted and, if right, answered with a session.
public struct SignIn: Command {
    public static let type: MessageType = "auth.sign-in.v1"
    /// Key of what was typed.
    let identifier: String
    /// Whose password it was compared with; nil: nobody's.
    let userId: User.ID?
    /// Which password of that account: a check against one that was changed since counts as wrong.
    let credentialVersion: Int?
    let matched: Bool
    /// The same password hashed as dear as the tenant wants it now; nil: it is already.
    let rehashed: String?
    let pushToken: String?

    public func handle(in tx: AuthTransaction) throws -> Verdict<SignedIn> {
        try SignInGate(tx: tx).admit(identifier, by: .password, pushToken: pushToken) {
            guard matched, let userId, var account = try tx.accounts.find(userId), account.credentialVersion == credentialVersion else { return nil }
            if let rehashed {
                account.passwordHash = rehashed
                try tx.accounts.update(account)
            }
            return account
        }
    }
}
