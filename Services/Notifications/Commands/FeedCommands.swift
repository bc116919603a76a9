import Kernel
import Messaging
import ServiceKit

/// Somebody has read an item. Reading twice is reading once.
public struct MarkRead: Command {
    public static let type: MessageType = "notifications.mark-read.v1"
    public let notificationId: String
    public init(notificationId: String) { self.notificationId = notificationId }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let user = try tx.user().userID
        _ = try tx.feed.require(notificationId, of: user, hidden: true)
        try tx.feed.markRead(notificationId, of: user, at: tx.now)
        return NoContent()
    }
}

/// Somebody has read everything.
public struct MarkAllRead: Command {
    public static let type: MessageType = "notifications.mark-all-read.v1"
    public init() {}
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        try tx.feed.markAllRead(of: try tx.user().userID, at: tx.now)
        return NoContent()
    }
}

/// An item leaves the feed. Its row stays until its time is over, so that asking again finds it gone and not unknown.
public struct DeleteNotification: Command {
    public static let type: MessageType = "notifications.delete.v1"
    public let notificationId: String
    public init(notificationId: String) { self.notificationId = notificationId }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let user = try tx.user().userID
        _ = try tx.feed.require(notificationId, of: user, hidden: true)
        try tx.feed.hide(notificationId, of: user)
        return NoContent()
    }
}
