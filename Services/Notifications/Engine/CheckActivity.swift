import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Has somebody been away for as long as a type waits for? One timer per person, which looks again as long after as
/// they may have been away: being active moves no timer.
public struct CheckActivity: Command {
    public static let type: MessageType = "notifications.check-activity.v1"
    public let kind: String
    public let recipientId: User.ID
    /// The last activity that a message followed already.
    public let handledActivity: Timestamp?
    public init(kind: String, recipientId: User.ID, handledActivity: Timestamp? = nil) {
        (self.kind, self.recipientId, self.handledActivity) = (kind, recipientId, handledActivity)
    }
    // Timers of running systems have this name.
    private enum CodingKeys: String, CodingKey { case kind, recipientId, handledActivity = "told" }

    private static let base = InstantExpression.Base.fact("user.lastActivityAt")

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        // The tenant's file has changed meanwhile.
        guard let type = try tx.policy().types[kind], let lead = Self.lead(of: type) else { return NoContent() }
        // Erased, or their last activity is not known.
        guard let last = try tx.recipients.profile(recipientId)?.lastActivityAt else { return NoContent() }
        let zone = try tx.zone(of: recipientId)
        let due = lead.shift(last, sign: 1, zone: zone)
        guard due <= tx.now else {
            try Self.schedule(self, at: due, in: tx)
            return NoContent()
        }
        if handledActivity != last {
            let facts: [String: JSONValue] = ["lastActivityAt": .string(last.wholeSeconds.description)]
            if type.requires.contains("items") {
                for source in tx.sources.all where try source.suggest(type, at: tx.now, to: .one(recipientId, facts: facts), in: tx) {
                    break
                }
            } else {
                try Notifying(tx: tx).notify(Trigger(kind, at: tx.now, subject: nil, facts: Facts(facts)), to: recipientId)
            }
        }
        // Somebody who comes back before then has not been away long enough before then.
        try Self.schedule(CheckActivity(kind: kind, recipientId: recipientId, handledActivity: last),
                          at: lead.shift(tx.now, sign: 1, zone: zone), in: tx)
        return NoContent()
    }

    /// Begins to watch somebody.
    package static func watch(_ user: User.ID, from now: Timestamp, in tx: NotificationsTransaction) throws {
        let zone = try tx.zone(of: user)
        for type in try tx.policy().typesWithTimers {
            guard let lead = lead(of: type) else { continue }
            try schedule(CheckActivity(kind: type.name, recipientId: user), at: lead.shift(now, sign: 1, zone: zone), in: tx)
        }
    }
    private static func schedule(_ check: CheckActivity, at due: Timestamp, in tx: NotificationsTransaction) throws {
        try tx.schedule("activity:\(check.kind):\(check.recipientId)", at: due,
                        CheckActivity(kind: check.kind, recipientId: check.recipientId, handledActivity: check.handledActivity))
    }
    /// Nil: the type does not wait for that.
    private static func lead(of type: NotificationPolicy.MessageType) -> Span? {
        type.timers.compactMap(InstantExpression.init).first { $0.base == base && $0.sign > 0 }?.span
    }
}
