import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
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
        try tx.recipients.sawActive(user, at: tx.now)
        return NoContent()
    }
}

/// Somebody has read everything.
public struct MarkAllRead: Command {
    public static let type: MessageType = "notifications.mark-all-read.v1"
    public init() {}
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let user = try tx.user().userID
        try tx.feed.markAllRead(of: user, at: tx.now)
        try tx.recipients.sawActive(user, at: tx.now)
        return NoContent()
    }
}

/// An item leaves the feed. Its row stays until its time is over, so that asking again finds it gone and not unknown.
/// What still waited is not sent, unless it must be.
public struct DeleteNotification: Command {
    public static let type: MessageType = "notifications.delete.v1"
    public let notificationId: String
    public init(notificationId: String) { self.notificationId = notificationId }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let user = try tx.user().userID
        _ = try tx.feed.require(notificationId, of: user, hidden: true)
        if let stored = try tx.candidates.find(notificationId), stored.state == .held || stored.state == .batched,
            try tx.policy().category(of: stored.candidate.type)?.isMandatory == false {
            let store = try DecisionContext(tx)
            try store.settle(stored.candidate, Decision(.drop, ["resolved"]), for: try store.recipient(user.rawValue), at: tx.now)
        }
        try tx.feed.hide(notificationId, of: user)
        return NoContent()
    }
}

/// What devices tell: it arrived, it was opened, a button was pressed. The first time of each counts; what is not the asker's is ignored.
public struct TakeReceipts: Command {
    public static let type: MessageType = "notifications.take-receipts.v1"
    public struct Receipt: Codable, Sendable {
        public enum Event: String, Codable, Sendable { case delivered, opened, acted }
        public let id: String
        public let event: Event
        public let at: Timestamp
        public init(id: String, event: Event, at: Timestamp) { (self.id, self.event, self.at) = (id, event, at) }
    }
    public let receipts: [Receipt]
    public init(receipts: [Receipt]) { self.receipts = receipts }
    public static let receiptsMax = 100

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        var check = Validation()
        check.require((1...Self.receiptsMax).contains(receipts.count), "receipts", "must be 1 to \(Self.receiptsMax)")
        try check.check()
        let user = try tx.user().userID
        for receipt in receipts {
            guard let item = try tx.feed.find(receipt.id, of: user) else { continue }
            let at = min(receipt.at, tx.now)
            guard try tx.receipts.add(receipt.event.rawValue, item.id, of: user, at: at) else { continue }
            switch receipt.event {
            case .delivered: try tx.feed.advance(item.id, of: user, to: .delivered, at: at)
            case .opened:
                try tx.feed.advance(item.id, of: user, to: .opened, at: at)
                try tx.feed.markRead(item.id, of: user, at: tx.now)
                try tx.publish(NotificationOpened(notificationId: item.id, recipientId: user.rawValue, kind: item.type,
                                                  category: item.category, at: at))
            case .acted: break  // Counted; where it led to is another service's.
            }
        }
        try tx.recipients.sawActive(user, at: tx.now)
        return NoContent()
    }
}

/// What a recipient thinks of a message.
public struct GiveFeedback: Command {
    public static let type: MessageType = "notifications.give-feedback.v1"
    public let notificationId: String
    public let kind: String
    public init(notificationId: String, kind: String) { (self.notificationId, self.kind) = (notificationId, kind) }
    public static let kinds = ["too_many", "not_relevant", "bad_time"]
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let user = try tx.user().userID
        _ = try tx.feed.require(notificationId, of: user, hidden: true)
        var check = Validation()
        check.require(Self.kinds.contains(kind), "kind", "must be one of \(Self.kinds.joined(separator: ", "))")
        try check.check()
        _ = try tx.receipts.add(kind, notificationId, of: user, at: tx.now)
        return NoContent()
    }
}
