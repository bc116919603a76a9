import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// The next slice of messages to many: the most important category first, then the oldest. There is never more than one
/// of these commands on its way, so whatever else reaches the shard waits for one slice at most, however many
/// announcements are open.
public struct ContinueAnnouncement: Command {
    public static let type: MessageType = "notifications.continue-announcement.v1"
    public init() {}

    /// One message does not hold up the shard for a stadium.
    public static let sliceMax = 500
    package static let timer = "announcements"

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard let slice = try tx.announcements.takeNext(limit: Self.sliceMax) else { return NoContent() }  // Called off.
        let notifying = try Notifying(tx: tx)
        // Decided as of the time it happened, an alert as of the time it is about: one jump of a sandbox clock ends as small steps do.
        // What a summary gathers joins the next one: the summary whose hour has passed may have left.
        let isAlert = slice.trigger.facts.relations.contains(StaffMessages.relation)
        let isGathered = notifying.type(slice.trigger.type)?.digest != nil
        let hour = isAlert ? slice.trigger.at : isGathered ? nil : slice.happenedAt
        for user in slice.users { try notifying.notify(slice.trigger, to: user, campaign: slice.campaignId, asOf: hour) }
        if try tx.announcements.isAnyOpen() { try tx.schedule(Self.timer, at: tx.now, self) }
        return NoContent()
    }

    /// Opens a message to many; its slices come with a timer, so the message that caused it is done at once. Answers how many it is for.
    /// - Parameter author: gets none, whatever they belong to: the organizer of an event, for example.
    @discardableResult
    package static func begin(_ trigger: Trigger, to audience: Audience, except author: User.ID? = nil, campaign: String? = nil,
                      at start: Timestamp? = nil, in tx: NotificationsTransaction) throws -> Int {
        let policy = try tx.policy()
        // An absent key is an absent rule.
        let notifying = try Notifying(tx: tx)
        guard notifying.sends(trigger.type), let rank = policy.category(of: trigger.type)?.rank else { return 0 }
        let id = campaign ?? tx.context.newID()
        // Nil: now, and each slice has its own time, however long the slices before it took.
        let past = notifying.decidedAt(nil), happenedAt = start.map { max($0, past) } ?? (past < tx.now ? past : nil)
        let count = try tx.announcements.open(id, trigger, to: audience, except: author, campaign: campaign, rank: rank,
                                              happenedAt: happenedAt)
        if count == 0 {
            try tx.announcements.close(id)
        } else if let start, start > tx.now {
            try tx.schedule("announcement:\(id)", at: start, StartAnnouncement(announcementId: id))
        } else {
            try self.start(id, in: tx)
        }
        return count
    }
    package static func start(_ id: String, in tx: NotificationsTransaction) throws {
        // A command that is under way already takes this one up as well; setting its timer again would only put it off.
        let isRunning = try tx.announcements.isAnyOpen()
        try tx.announcements.start(id)
        if !isRunning { try tx.schedule(Self.timer, at: tx.now, ContinueAnnouncement()) }
    }
}

/// A message to many that was planned for later begins.
public struct StartAnnouncement: Command {
    public static let type: MessageType = "notifications.start-announcement.v1"
    public let announcementId: String
    public init(announcementId: String) { self.announcementId = announcementId }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        try ContinueAnnouncement.start(announcementId, in: tx)
        return NoContent()
    }
}
