import AuthKit
import Kernel

extension AuthTransaction {
    package var sessions: SessionStore { SessionStore(database, tenant) }
    /// The session of who asks. Throws 401 when it has ended.
    package func session() throws -> Session {
        let principal = try user()
        guard let session = try sessions.find(principal.sessionID), session.userID == principal.userID, session.status == .open
        else { throw Rejection.sessionRevoked }
        return session
    }
}
extension AuthView {
    package var sessions: SessionStore { SessionStore(database, tenant) }
}
