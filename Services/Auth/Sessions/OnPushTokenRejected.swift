import AuthKit
import Contracts
import ServiceKit

/// The push provider knows no such device any more: the session that has the token loses it, and everybody hears so.
struct OnPushTokenRejected: Reaction {
    func handle(_ fact: PushTokenRejected, in tx: AuthTransaction) throws {
        guard let session = try tx.sessions.release(pushToken: fact.pushToken) else { return }  // The device has a new token already.
        try tx.publish(PushTokenChanged(sessionId: session.id, userId: session.userID, pushToken: nil))
    }
}
