import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit

/// What a command of `auth` works with.
public struct AuthTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    var accounts: AccountStore { AccountStore(database, tenant) }
    var sessions: SessionStore { SessionStore(database, tenant) }
    var attempts: AttemptStore { AttemptStore(database, tenant) }
    var codes: CodeStore { CodeStore(database, tenant) }
    var identities: IdentityStore { IdentityStore(database, tenant) }
    var avatars: AvatarStore { AvatarStore(database, tenant) }
    var identityChecks: IdentityCheckStore { IdentityCheckStore(database, tenant) }
    var applications: ApplicationStore { ApplicationStore(database, tenant) }
    func authSettings() throws -> AuthSettings { try AuthSettings(definition) }

    /// The catalog judges age limits. A birthday is private: it goes by command to one service.
    func sendBirthDate(of account: Account, _ settings: AuthSettings) throws {
        try send(SetBirthDate(userId: account.id, dateOfBirth: settings.birthDate(of: account)))
    }
    /// Orders judges age limits of tickets that are handed over. Sent last: ids that the handler made before stay as they were.
    func sendHolderBirthDate(of account: Account, _ settings: AuthSettings) throws {
        try send(SetHolderBirthDate(userId: account.id, dateOfBirth: settings.birthDate(of: account)))
    }
    /// Of a new account, as the tenant counts or names them.
    func newAccountID() throws -> User.ID { try authSettings().countedIDs ? accounts.nextCountedID() : newID() }

    /// The account of who asks. Throws 401 when it is gone: its tokens live a little longer than it does.
    func account() throws -> Account {
        guard let account = try accounts.find(try user().userID) else { throw Rejection.unauthenticated }
        return account
    }
    /// The caller's account, if its current roles have the permission: a token may be older than the loss of a role.
    /// Throws 401, 403.
    @discardableResult
    func require(permission: String) throws -> Account {
        let account = try account()
        guard definition.permissions(of: account.roles).contains(permission) else { throw Rejection.forbidden(without: permission) }
        return account
    }
    /// The session of who asks. Throws 401 when it has ended.
    func session() throws -> Session {
        let principal = try user()
        guard let session = try sessions.find(principal.sessionID), session.userID == principal.userID, session.status == .open
        else { throw Rejection.sessionRevoked }
        return session
    }
}

/// What a query of `auth` works with.
public struct AuthView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }

    var accounts: AccountStore { AccountStore(database, tenant) }
    var sessions: SessionStore { SessionStore(database, tenant) }
    var avatars: AvatarStore { AvatarStore(database, tenant) }
    var identityChecks: IdentityCheckStore { IdentityCheckStore(database, tenant) }
    var applications: ApplicationStore { ApplicationStore(database, tenant) }

    func account() throws -> Account {
        guard let account = try accounts.find(try user().userID) else { throw Rejection.unauthenticated }
        return account
    }
    /// Throws 403 unless a current role of the caller's account has the permission.
    func require(permission: String) throws {
        guard definition.permissions(of: try account().roles).contains(permission) else { throw Rejection.forbidden(without: permission) }
    }
}

extension Rejection {
    static func lacking(_ permission: String) -> Rejection {
        Rejection(403, "forbidden", "You may not do this.", members: ["requiredPermission": .string(permission)])
    }
    /// The one answer to wrong passwords, wrong codes and unknown people.
    static let invalidCredentials = Rejection(401, "invalid-credentials", "These credentials are not right.")
    static let sessionRevoked = Rejection(401, "session-revoked", "This session has ended. Sign in again.")
    /// The one answer to a wrong, used, expired or exhausted code, and to unknown people.
    static let invalidCode = Rejection(422, "invalid-code", "This code is not right or no longer good.",
                                       errors: ["code": ["is not right or no longer good"]])
    static func tooManyRequests(wait: Duration) -> Rejection {
        Rejection(429, "too-many-requests", "Too many tries. Wait a little.", retryAfter: wait)
    }
}
