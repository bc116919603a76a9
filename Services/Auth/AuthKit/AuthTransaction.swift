import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit

extension ServiceName {
    /// This service, as topics and tenant files name it.
    package static let auth: ServiceName = "auth"
}

/// What handlers and queries of `auth` both work with. Each subject adds its stores in a file of its own.
package protocol AuthScope: ServiceScope {}

extension AuthScope {
    package var accounts: AccountStore { AccountStore(database, tenant) }
    package var identityChecks: IdentityCheckStore { IdentityCheckStore(database, tenant) }
    /// The account of who asks. Throws 401 when it is gone: its tokens live a little longer than it does.
    package func account() throws -> Account {
        guard let account = try accounts.find(try user().userID) else { throw Rejection.unauthenticated }
        return account
    }
}

/// What a command of `auth` works with.
public struct AuthTransaction: ServiceTransaction, AuthScope {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    package var attempts: AttemptStore { AttemptStore(database, tenant) }
    package var codes: CodeStore { CodeStore(database, tenant) }
    package var identities: IdentityStore { IdentityStore(database, tenant) }
    package func authSettings() throws -> AuthSettings { try AuthSettings(definition) }

    /// The catalog judges age limits. A birthday is private: it goes by command to one service.
    package func sendBirthDate(of account: Account, _ settings: AuthSettings) throws {
        try send(SetBirthDate(userId: account.id, dateOfBirth: settings.birthDate(of: account)))
    }
    /// Orders judges age limits of tickets that are handed over. Sent last: ids that the handler made before stay as they were.
    package func sendHolderBirthDate(of account: Account, _ settings: AuthSettings) throws {
        try send(SetHolderBirthDate(userId: account.id, dateOfBirth: settings.birthDate(of: account)))
    }
    /// Of a new account, as the tenant counts or names them.
    package func newAccountID() throws -> User.ID { try authSettings().countedIDs ? accounts.nextCountedID() : newID() }

    /// The caller's account, if its current roles have the permission: a token may be older than the loss of a role.
    /// Throws 401, 403.
    @discardableResult
    package func require(permission: String) throws -> Account {
        let account = try account()
        guard definition.permissions(of: account.roles).contains(permission) else { throw Rejection.forbidden(without: permission) }
        return account
    }
}

/// What a query of `auth` works with.
public struct AuthView: ServiceView, AuthScope {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }

    /// Throws 403 unless a current role of the caller's account has the permission.
    package func require(permission: String) throws {
        guard definition.permissions(of: try account().roles).contains(permission) else { throw Rejection.forbidden(without: permission) }
    }
}

extension Rejection {
    static func lacking(_ permission: String) -> Rejection {
        Rejection(403, "forbidden", "You may not do this.", members: ["requiredPermission": .string(permission)])
    }
    /// The one answer to wrong passwords, wrong codes and unknown people.
    package static let invalidCredentials = Rejection(401, "invalid-credentials", "These credentials are not right.")
    package static let sessionRevoked = Rejection(401, "session-revoked", "This session has ended. Sign in again.")
    /// The one answer to a wrong, used, expired or exhausted code, and to unknown people.
    package static let invalidCode = Rejection(422, "invalid-code", "This code is not right or no longer good.",
                                       errors: ["code": ["is not right or no longer good"]])
    package static func tooManyRequests(wait: Duration) -> Rejection {
        Rejection(429, "too-many-requests", "Too many tries. Wait a little.", retryAfter: wait)
    }
}
