import AuthKit
import Contracts
import Kernel
import ServiceKit

/// A refresh token that is ours (checked by `OpenRefreshToken`) asks for the next pair.
public struct RefreshSession: Command {
    public static let type: MessageType = "auth.refresh.v1"
    package let sessionId: String
    package let generation: Int

    public func handle(in tx: AuthTransaction) throws -> Verdict<TokenPair> {
        guard var session = try tx.sessions.find(sessionId), let account = try tx.accounts.find(session.userID) else {
            throw Rejection.sessionRevoked
        }
        let settings = try tx.authSettings()
        switch session.refresh(generation: generation, at: tx.now) {
        case .rotate:
            session.generation += 1
            session.lastUsedAt = tx.now
            session.expiresAt = session.expiry(usedAt: tx.now, settings)
            try tx.sessions.update(session)
            try tx.publish(SessionRefreshed(sessionId: session.id, userId: account.id))
        case .repeatCurrent:
            session.lastUsedAt = tx.now
            try tx.sessions.update(session)
        case .reused:
            // Either the thief or the owner holds the newer token; nobody can tell which, so both sign in again.
            try tx.end(session, because: .refreshReuse)
            return .refused(.sessionRevoked)
        case .ended:
            throw Rejection.sessionRevoked
        case .expired:
            throw Rejection(401, "token-expired", "This session has not been used for too long. Sign in again.")
        }
        return .granted(try tx.tokens(of: session, for: account, settings), secret: true)
    }
}
