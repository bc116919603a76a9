import AuthKit
import Contracts
import ServiceKit

extension Feature {
    /// One-time codes: signing in, a new password, proof of an address.
    package static let codes = Feature(
        "codes",
        migrations: [AddResetLinks.self],
        commands: [
            RequestSignInCode.self, SignInWithCode.self, RequestPasswordReset.self, ResetPassword.self, RequestContactCode.self,
            VerifyContact.self,
        ],
        preprocessors: [OpenSignInCode.self, PreparePasswordReset.self, OpenContactCode.self],
        publishes: [UserRegistered.self, OneTimeCodeIssued.self, ContactVerified.self],
        routes: AuthRoutes.codes,
        plugins: [PluginDeclaration("phone-otp")],
        texts: [CodeTexts.all],
        sealsTo: ["notifications"])
}
