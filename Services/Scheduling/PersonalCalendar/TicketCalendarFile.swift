import Contracts
import Kernel
import SchedulingEventReminders
import SchedulingKit
import ServiceKit

/// The date of a ticket for its holder's calendar; of a ticket that died, the news that takes it out again.
public struct TicketCalendarFile: Query {
    public static let type: MessageType = "scheduling.ticket-calendar-file.v1"
    public let ticketId: TicketID

    public func answer(in view: SchedulingView) throws -> Binary {
        let user = try view.user()
        guard let ticket = try view.calendarTickets.find(ticketId), ticket.holder == user.userID,
            let event = try view.events.find(ticket.eventId)
        else { throw Rejection.notFound }
        // The ticket decides, not its event: one that is deleted after its end has been attended.
        let entry = CalendarFile.Entry(event, isCancelled: ticket.state != .active, hasAlarm: true,
                                       note: ticket.note, since: ticket.state.endedAt)
        return Binary(CalendarFile(entry, try view.calendarFacts).bytes, contentType: CalendarFile.contentType,
                      cacheControl: "private, no-cache")
    }
}
