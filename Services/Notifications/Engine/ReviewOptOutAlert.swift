import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// A week has begun: does an alert still hold?
public struct ReviewOptOutAlert: Command {
    public static let type: MessageType = "notifications.review-opt-out-alert.v1"
    public let category: String
    public init(category: String) { self.category = category }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        try OptOutAlerts(tx: tx, policy: tx.policy()).review(category)
        return NoContent()
    }
}
