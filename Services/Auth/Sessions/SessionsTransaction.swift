import AuthKit
import Kernel

extension AuthScope {
    package var sessions: SessionStore { SessionStore(database, tenant) }
}

extension AuthTransaction {
    /// The session of who asks. Throws 401 when it has ended.
    package func session() throws -> Session {
        let principal = try user()
        guard let session = try sessions.find(principal.sessionID), session.userID == principal.userID, session.status == .open
        else { throw Rejection.sessionRevoked }
        return session
    }
}
