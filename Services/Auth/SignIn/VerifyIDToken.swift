import AuthKit
import AuthOpenID
import Kernel
import Messaging
import ServiceKit

/// Opens a sealed ID token and decides whether it is believed.
public struct VerifyIDToken: Preprocessor {
    public static let type: MessageType = "auth.verify-id-token.v1"
    package let provider: String
    let idToken: SealedValue?
    package let nonce: String?
    /// Apple tells the name to the app only, and only once.
    package let name: String?
    package let fcmToken: String?

    public func prepare(in context: PreprocessorContext) throws -> SignInWithIdentity {
        let issuer = try OpenIDProvider.named(provider, of: context.definition)
        var check = Validation()
        let text = try idToken.map(context.open)
        check.require(text.map { !$0.isEmpty } ?? false, "idToken", "is required")
        let name = check.text("name", name, AccountForm.nameCharacters, required: false)
        let nonce = check.text("nonce", nonce, 1...200, required: false)
        let pushToken = check.text("fcmToken", fcmToken, AuthTransaction.pushTokenCharacters, required: false)
        try check.check()
        let token = try IDToken((text ?? "").trimmed, from: issuer, nonce: nonce, at: context.now) { kid in
            try IssuerKeys.shared.keys(of: issuer.source, kid: kid, for: context.definition, now: context.now)
        }
        guard let token else { throw Rejection.invalidCredentials }
        let address = token.email.flatMap { EmailAddress($0) }
        return SignInWithIdentity(issuer: token.issuer, subject: token.subject, email: address?.text, emailVerified: token.emailVerified
            && address != nil,
                                  name: name ?? Self.name(told: token.name), pushToken: pushToken)
    }

    /// Nil: what the issuer calls the person cannot be a name here.
    private static func name(told text: String?) -> String? {
        var check = Validation()
        return check.text("name", text.map { String($0.trimmed.prefix(AccountForm.nameCharacters.upperBound)) },
                          AccountForm.nameCharacters, required: false)
    }
}
