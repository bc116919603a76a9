import AuthKit
import Kernel
import ServiceKit

/// Somebody signs out one of their devices from another.
public struct EndSession: Command {
    public static let type: MessageType = "auth.end-session.v1"
    package let sessionId: String

    public func handle(in tx: AuthTransaction) throws -> NoContent {
        guard let session = try tx.sessions.find(sessionId), session.userID == (try tx.user().userID), session.status == .open else {
            throw Rejection.notFound
        }
        try tx.end(session, because: .endedByUser)
        return NoContent()
    }
}
