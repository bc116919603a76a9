import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// An operator has seen to it. Closing a closed one changes nothing.
public struct CloseOptOutAlert: Command {
    public static let type: MessageType = "notifications.close-opt-out-alert.v1"
    public let category: String
    public init(category: String) { self.category = category }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        try tx.require(permission: NotificationPolicy.permission)
        guard try tx.policy().categories[category] != nil else { throw Rejection.notFound }
        try OptOutAlerts(tx: tx, policy: tx.policy()).close(category)
        return NoContent()
    }
}
