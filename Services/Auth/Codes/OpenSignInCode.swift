import AuthKit
import Kernel
import Messaging
import ServiceKit

/// Opens a sealed code; what goes on is an HMAC of it.
public struct OpenSignInCode: Preprocessor {
    public static let type: MessageType = "auth.open-sign-in-code.v1"
    package let phone: String?
    package let code: SealedValue?
    package let name: String?
    package let fcmToken: String?

    public func prepare(in context: PreprocessorContext) throws -> SignInWithCode {
        var form = AccountForm(context.definition)
        let number = form.phone(phone, required: true)
        let code = form.code(try code.map(context.open))
        let name = form.check.text("name", name, AccountForm.nameCharacters, required: false)
        let pushToken = form.check.text("fcmToken", fcmToken, AuthTransaction.pushTokenCharacters, required: false)
        try form.check.check()
        guard let number, let code else { throw Rejection.invalid(form.check.errors) }
        return SignInWithCode(phone: number.text, proof: context.proof(of: code, .signIn, subject: SignInIdentifier.phone(number).key),
                              name: name, pushToken: pushToken)
    }
}
