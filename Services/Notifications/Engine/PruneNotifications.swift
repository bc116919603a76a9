import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Once a day what is older than the feed and the records are kept goes, in slices: nothing else waits long.
public struct PruneNotifications: Command {
    public static let type: MessageType = "notifications.forget-old.v1"
    public init() {}
    public static let sliceMax = 500
    package static let timer = "forget-old"
    /// On the tenant's clock, when few messages leave.
    private static let secondOfDay = 3 * 3600

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let before = tx.now - Notification.keptFor
        let messages = try tx.retention.pruneMessages(before: before, limit: Self.sliceMax)
        for contact in Set(messages).sorted(by: { $0.rawValue < $1.rawValue }) { try tx.recipients.forgetUnnamed(contact: contact) }
        let decisions = try tx.retention.pruneDecisions(before: before, limit: Self.sliceMax)
        try tx.retention.pruneOptOuts(before: before)
        // Sending prunes these, too; a tenant that sends nothing needs this.
        try tx.outbox.prune(at: tx.now)
        try tx.deliveries.prune(at: tx.now)
        if messages.count == Self.sliceMax || decisions == Self.sliceMax {
            try tx.schedule(Self.timer, at: tx.now, self)
        } else {
            try Self.plan(in: tx)
        }
        return NoContent()
    }

    /// Setting the timer again moves it nowhere.
    package static func plan(in tx: NotificationsTransaction) throws {
        let zone = try TimeZoneRules.named(try tx.policy().zone)
        let today = zone.instant(of: zone.local(tx.now).date, secondOfDay: secondOfDay)
        try tx.schedule(timer, at: today > tx.now ? today : zone.instant(of: zone.local(tx.now).date.adding(days: 1),
            secondOfDay: secondOfDay), PruneNotifications())
    }
}
