import AuthKit
import AuthOpenID
import Contracts
import Kernel
import ServiceKit

extension Feature {
    /// Proving who one is: by password or by another issuer's token. The routes of sessions are here, too.
    package static let signIn = Feature(
        "sign-in",
        migrations: [CreateExternalIdentities.self],
        commands: [SignIn.self, SignInWithIdentity.self],
        preprocessors: [VerifyPassword.self, VerifyIDToken.self],
        publishes: [UserRegistered.self, SessionStarted.self, SessionRevoked.self, PushTokenChanged.self],
        routes: AuthRoutes.signIn,
        plugins: [
            PluginDeclaration("password", reads: [.values(AuthSettings.self)], check: checkAuthSettings, fields: ProfileSchemas.all),
            PluginDeclaration(AuthRoutes.signInAlias),
            PluginDeclaration("oidc", reads: [.names(["identityProviders"])], check: OpenIDProvider.check),
        ],
        texts: [PasswordTexts.all],
        signingKeys: [AuthTransaction.accessTokenUse],
        // The longest an access token may live by a tenant's settings, and an hour for clocks that differ.
        signingKeyLives: [AuthTransaction.accessTokenUse: .seconds(AuthSettings.accessTokenSecondsRange.upperBound) + .hours(1)])
}
