import AuthKit
import Kernel
import ServiceKit

/// Somebody signs out every device but the one in hand.
public struct EndOtherSessions: Command {
    public static let type: MessageType = "auth.end-other-sessions.v1"

    public func handle(in tx: AuthTransaction) throws -> NoContent {
        let current = try tx.session()
        for session in try tx.sessions.open(of: current.userID) where session.id != current.id {
            try tx.end(session, because: .endedByUser)
        }
        return NoContent()
    }
}
