import AuthAccounts
import AuthAvatars
import AuthCodes
import AuthIdentityVerification
import AuthKit
import AuthOpenID
import AuthOrganizerApplication
import AuthSessions
import AuthSignIn
import Kernel
import ServiceKit

/// Accounts, sessions and roles. Everybody else knows people by their id.
public enum Auth: PlatformService {
    public static let name = ServiceName.auth
    public static let contents = ServiceContents(features: [
        .signIn, .codes, .accounts, .sessions, .avatars, .identityVerification, .organizerApplication,
    ], restoresTenants: true)
}

extension Auth: DescribesSettings {
    public static let settingsReference = [
        "password": AuthSettings.reference, "oidc": OpenIDProvider.reference, IdentitySettings.plugin: IdentitySettings.reference,
        ApplicationSettings.plugin: ApplicationSettings.reference,
    ]
}
