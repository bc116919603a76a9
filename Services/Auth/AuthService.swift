import Kernel
import ServiceKit

/// Accounts, sessions and roles. Everybody else knows people by their id.
public enum Auth: PlatformService {
    public static let name: ServiceName = "auth"
    public static let contents = ServiceContents(features: [
        .signIn, .codes, .accounts, .sessions, .avatars, .identityVerification, .organizerApplication,
    ], restoresTenants: true)
}
