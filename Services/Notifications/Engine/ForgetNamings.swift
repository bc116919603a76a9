import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Erases a person without an account.
extension ForgetNamed: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent { try ForgetNamings(personId: User.ID(named)).handle(in: tx) }
}

/// Erases what messages say about a person who is gone, in slices.
public struct ForgetNamings: Command {
    public static let type: MessageType = "notifications.forget-namings.v1"
    public let personId: User.ID
    public init(personId: User.ID) { self.personId = personId }
    public static let sliceMax = 500

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let namings = try tx.namings.all(of: personId, limit: Self.sliceMax)
        let store = try DecisionContext(tx)
        for naming in namings {
            if let stored = try tx.candidates.find(naming.notification), stored.state == .held || stored.state == .batched {
                store.know(stored)
                try store.settle(stored.candidate, Decision(.drop, ["not_relevant"]), for: try store.recipient(naming.user.rawValue),
                                 at: tx.now)
            }
            try tx.namings.forget(naming)
            try tx.recipients.forgetUnnamed(contact: naming.user)
        }
        if namings.count == Self.sliceMax { try tx.schedule("forget-namings:\(personId)", at: tx.now, self) }
        return NoContent()
    }
}
