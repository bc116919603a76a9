import AuthKit
import AuthSessions
import Contracts
import Kernel
import ServiceKit

/// A password was compared with the stored one (by `VerifyPassword`); here the try is counted and, if right, answered with a session.
public struct SignIn: Command {
    public static let type: MessageType = "auth.sign-in.v1"
    /// Key of what was typed.
    package let identifier: String
    /// Whose password it was compared with; nil: nobody's.
    package let userId: User.ID?
    /// Which password of that account: a check against one that was changed since counts as wrong.
    package let credentialVersion: Int?
    package let matched: Bool
    /// The same password hashed as dear as the tenant wants it now; nil: it is already.
    let rehashed: String?
    package let pushToken: String?
    /// The identifier was locked when the preprocessor saw it, so no password was compared; nil in messages of older
    /// releases.
    package let isUnjudged: Bool?

    init(identifier: String, userId: User.ID?, credentialVersion: Int?, matched: Bool, rehashed: String?, pushToken: String?) {
        (self.identifier, self.userId, self.credentialVersion, self.matched) = (identifier, userId, credentialVersion, matched)
        (self.rehashed, self.pushToken, isUnjudged) = (rehashed, pushToken, nil)
    }
    /// For a locked identifier.
    init(identifier: String, pushToken: String?) {
        (self.identifier, userId, credentialVersion, matched, rehashed, self.pushToken) = (identifier, nil, nil, false, nil, pushToken)
        isUnjudged = true
    }

    public func handle(in tx: AuthTransaction) throws -> Verdict<SignedIn> {
        if isUnjudged == true { return .refused(try SignInGate(tx: tx).refuseUnjudged(identifier)) }
        return try SignInGate(tx: tx).admit(identifier, by: .password, pushToken: pushToken) {
            guard matched, let userId, var account = try tx.accounts.find(userId), account.credentialVersion == credentialVersion else {
                return nil
            }
            if let rehashed {
                account.passwordHash = rehashed
                try tx.accounts.update(account)
            }
            return account
        }
    }
}
