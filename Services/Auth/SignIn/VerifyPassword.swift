import AuthKit
import Kernel
import Messaging
import PasswordHash
import ServiceKit

/// Compares a password with the stored one. Nobody's identifier costs the same time as somebody's: a hash is made either way.
public struct VerifyPassword: Preprocessor {
    public static let type: MessageType = "auth.verify-password.v1"
    package let email: String?
    package let phone: String?
    package let login: String?
    package let password: SealedValue?
    package let fcmToken: String?

    public func prepare(in context: PreprocessorContext) throws -> SignIn {
        var check = Validation()
        let sent = TypedIdentifier(email: email, phone: phone, login: login)
        let typed = check.text(sent.field, sent.text, 1...254)
        let clear = try password.map(context.open)
        check.require(clear.map { !$0.isEmpty } ?? false, "password", "is required")
        let pushToken = check.text("fcmToken", fcmToken, AuthTransaction.pushTokenCharacters, required: false)
        try check.check()
        guard let typed, let clear else { throw Rejection.invalid(check.errors) }
        let identifier = SignInIdentifier(typed: typed, phonePrefix: context.definition.phonePrefix)
        let (account, isLocked) = try context.read {
            (try AccountStore($0, context.tenant).find(identifier), try AttemptStore($0, context.tenant).lockout(of: identifier.key)
                .isLocked(at: context.now))
        }
        // A locked identifier gets the same answer for every password, so there is nothing to compare.
        if isLocked { return SignIn(identifier: identifier.key, pushToken: pushToken) }
        let cost = try AuthSettings(context.definition).scrypt
        let matched = try PasswordCheck.matches(clear, account, cost)
        // Hashes that came from elsewhere, or from before the tenant raised the cost, are made anew while the password is at hand.
        let isDated = matched && account?.passwordHash.flatMap { PasswordHash($0) }?.cost != cost
        return SignIn(identifier: identifier.key, userId: account?.id, credentialVersion: account?.credentialVersion, matched: matched,
                      rehashed: isDated ? try PasswordHash(of: clear, cost: cost).description : nil, pushToken: pushToken)
    }
}
