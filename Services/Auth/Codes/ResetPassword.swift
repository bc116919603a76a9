import AuthKit
import Contracts
import Kernel
import ServiceKit

/// A code or the token of a link came back with a new password (prepared by `PreparePasswordReset`). Every device signs in again.
public struct ResetPassword: Command {
    public static let type: MessageType = "auth.reset-password.v1"
    /// Key of the identifier the code was sent for; nil with a token.
    package let identifier: String?
    /// HMAC of the code or token, base64url.
    package let proof: String
    package let passwordHash: String

    public func handle(in tx: AuthTransaction) throws -> Verdict<Nothing> {
        guard let proof = Base64URL.decode(proof), let code = try redeemed(proof, tx), var account = try owner(of: code, tx)
        else { return .refused(.invalidCode) }
        account.passwordHash = passwordHash
        account.credentialVersion += 1
        try tx.accounts.update(account)
        for identifier in account.identifiers(phonePrefix: tx.definition.phonePrefix) { try tx.attempts.clear(identifier.key) }
        try tx.passwordWasChanged(of: account, keeping: nil)
        return .nothing
    }

    private func redeemed(_ proof: [UInt8], _ tx: AuthTransaction) throws -> OneTimeCode? {
        if let identifier { return try tx.redeem(.passwordReset, subject: identifier, proof: proof) }
        guard let code = try tx.codes.find(tokenProof: proof), tx.now < code.expiresAt else { return nil }
        try tx.codes.remove(code)
        return code
    }

    /// Whoever has the address now, unless it is another one than the code went to.
    private func owner(of code: OneTimeCode, _ tx: AuthTransaction) throws -> Account? {
        try tx.accounts.find(SignInIdentifier(typed: code.address, phonePrefix: tx.definition.phonePrefix))
    }
}
