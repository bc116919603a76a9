import Contracts
import Kernel
import Messaging
import SchedulingKit
import ServiceKit

/// An event starts soon: its audience hears of it, in slices.
public struct RemindOfEvent: Command {
    public static let type: MessageType = "scheduling.remind-of-event.v1"
    public let eventId: EventID
    /// As it was when the timer was set.
    public let startDate: Timestamp
    public let offsetMinutes: Int
    /// The last person of the slice before.
    public let after: User.ID?
    public init(eventId: EventID, startDate: Timestamp, offsetMinutes: Int, after: User.ID?) {
        (self.eventId, self.startDate, self.offsetMinutes, self.after) = (eventId, startDate, offsetMinutes, after)
    }

    /// One message does not hold up the shard for a stadium.
    public static let sliceMax = 200

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let event = try tx.events.find(eventId), !event.isCancelled, event.startDate == startDate, tx.now < startDate else {
            return NoContent()  // Cancelled, moved (another timer is set) or already running: too late for a reminder.
        }
        let members = try tx.audience.slice(of: eventId, after: after, limit: Self.sliceMax)
        for member in members where try tx.audience.markReminded(member.userId, of: event, offsetMinutes: offsetMinutes) {
            try tx.publish(ReminderDue(reminderId: tx.context.newID(), userId: member.userId, eventId: eventId, title: event.title,
                                       startDate: event.startDate,
                                       venueName: event.venue.name, offsetMinutes: offsetMinutes,
                                       reason: member.hasTicket ? "ticket" : "favorite"))
        }
        if members.count == Self.sliceMax, let last = members.last {
            let next = RemindOfEvent(eventId: eventId, startDate: startDate, offsetMinutes: offsetMinutes, after: last.userId)
            try tx.schedule(ReminderTimers.id(eventId, offsetMinutes) + ":slice", at: tx.now, next)
        }
        return NoContent()
    }
}
