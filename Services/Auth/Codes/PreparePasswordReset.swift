import AuthKit
import Kernel
import Messaging
import PasswordHash
import ServiceKit

/// Opens a sealed code or link token, checks the new password and hashes it.
public struct PreparePasswordReset: Preprocessor {
    public static let type: MessageType = "auth.prepare-password-reset.v1"
    package let email: String?
    package let phone: String?
    package let login: String?
    package let code: SealedValue?
    package let token: SealedValue?
    package let password: SealedValue?
    package let passwordConfirmation: SealedValue?

    public func prepare(in context: PreprocessorContext) throws -> ResetPassword {
        let settings = try AuthSettings(context.definition)
        var form = AccountForm(context.definition)
        // A form sends all of its fields: an empty one is as none.
        let token = try token.map(context.open).flatMap { $0.trimmed.isEmpty ? nil : $0 }
        let sent = TypedIdentifier(email: email, phone: phone, login: login)
        let typed = token == nil ? form.check.text(sent.field, sent.text, 1...254) : nil
        let code = token == nil ? form.code(try code.map(context.open)) : nil
        let identifier = typed.map { SignInIdentifier(typed: $0, phonePrefix: context.definition.phonePrefix) }
        let proof = identifier.flatMap { key in code.map { context.proof(of: $0, .passwordReset, subject: key.key) } }
        let account = try token.map { try Self.account(token: $0, in: context) }
            ?? identifier.flatMap { try Self.account($0, proof, in: context) }
        let clear = form.password(try password.map(context.open), confirmation: try passwordConfirmation.map(context.open),
                                  confirmationRequired: false, own: [typed, account?.name, account?.email, account?.phone])
        try form.check.check()
        guard let clear else { throw Rejection.invalid(form.check.errors) }
        let hash = try PasswordHash(of: clear, cost: settings.scrypt).description
        if let token { return ResetPassword(identifier: nil, proof: context.proof(ofToken: token), passwordHash: hash) }
        guard let identifier, let proof else { throw Rejection.invalid(form.check.errors) }
        return ResetPassword(identifier: identifier.key, proof: proof, passwordHash: hash)
    }

    /// The account, for somebody who has its code: to others a password that is one of its facts would tell that it
    /// exists, and which.
    private static func account(_ identifier: SignInIdentifier, _ proof: String?, in context: PreprocessorContext) throws -> Account? {
        try context.read { database in
            guard let code = try CodeStore(database, context.tenant).find(.passwordReset, identifier.key),
                proof.flatMap(Base64URL.decode) == code.proof
            else { return nil }
            return try AccountStore(database, context.tenant).find(identifier)
        }
    }
    /// The same by the token of a link, which is as secret as the code.
    private static func account(token: String, in context: PreprocessorContext) throws -> Account? {
        try context.read { database in
            guard let proof = Base64URL.decode(context.proof(ofToken: token)),
                let code = try CodeStore(database, context.tenant).find(tokenProof: proof)
            else { return nil }
            let identifier = SignInIdentifier(typed: code.address, phonePrefix: context.definition.phonePrefix)
            return try AccountStore(database, context.tenant).find(identifier)
        }
    }
}
