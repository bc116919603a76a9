import Contracts
import Kernel
import Messaging
import ServiceKit

/// Accounts, sessions and roles. Everybody else knows people by their id.
public enum Auth: PlatformService {
    public typealias Transaction = AuthTransaction
    public typealias View = AuthView

    public static let name: ServiceName = "auth"
    public static let contents = ServiceContents<AuthTransaction, AuthView>(
        migrations: [CreateAccounts.self, CreateSessions.self, AddResetLinks.self, CreateExternalIdentities.self, AddMembershipNumbers.self, CreateAvatars.self],
        commands: [
            RegisterAccount.self, SignIn.self, RefreshSession.self, LogOut.self, EndSession.self, EndOtherSessions.self, EndSessionsOfUser.self,
            SetPushToken.self,
            UpdateProfile.self, ChangeRoles.self, EraseAccount.self, ImportAccount.self,
            RequestSignInCode.self, SignInWithCode.self, RequestPasswordReset.self, ResetPassword.self, RequestContactCode.self, VerifyContact.self,
            SignInWithIdentity.self,
        ],
        reactions: [OnPushTokenRejected.self],
        queries: [MyAccount.self, MySessions.self, UserList.self, ReadAvatar.self],
        intakes: [
            PrepareRegistration.self, VerifyPassword.self, OpenRefreshToken.self, PrepareProfile.self, OpenSignInCode.self, PreparePasswordReset.self,
            OpenContactCode.self,
            VerifyIDToken.self,
        ],
        uploads: [AttachAvatar.self],
        publishes: [
            UserRegistered.self, UserUpdated.self, UserErased.self, RolesChanged.self, SessionStarted.self, SessionRefreshed.self, SessionRevoked.self,
            PasswordChanged.self, PushTokenChanged.self, OneTimeCodeIssued.self, ContactVerified.self,
        ],
        routes: AuthRoutes.signIn + AuthRoutes.codes + AuthRoutes.account + AuthRoutes.administration,
        plugins: [PluginDeclaration("password", reads: [.values(AuthSettings.self)], check: checkAuthSettings),
                  PluginDeclaration("phone-otp"), PluginDeclaration("avatars"), PluginDeclaration(AuthRoutes.signInAlias),
                  PluginDeclaration("oidc", reads: [.names(["identityProviders"])], check: OpenIDProvider.check)],
        texts: [AccountTexts.all, PasswordTexts.all, CodeTexts.all],
        signingKeys: [AuthTransaction.accessTokenUse],
        // The longest an access token may live by a tenant's settings, and an hour for clocks that differ.
        signingKeyLives: [AuthTransaction.accessTokenUse: .seconds(AuthSettings.accessTokenSecondsRange.upperBound) + .hours(1)],
        sealsTo: ["notifications"],
        restoresTenants: true)
}
