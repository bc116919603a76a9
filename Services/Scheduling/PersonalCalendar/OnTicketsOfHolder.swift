import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Tickets exist: their event is a date of their holders. The feature of reminders has kept the event already.
struct OnTicketsOfHolderIssued: Reaction {
    func handle(_ fact: TicketsIssued, in tx: SchedulingTransaction) throws {
        let names = Dictionary(fact.event.ticketTypes.map { ($0.id, $0.name) }) { first, _ in first }
        for ticket in fact.tickets {
            try tx.calendarTickets.add(CalendarTicket(id: ticket.ticketId, eventId: fact.eventId, holder: ticket.holderId,
                                                      serial: ticket.serial, typeName: names[ticket.ticketTypeId] ?? "", state: .active))
        }
    }
}

/// Tickets died. They stay for their holder's calendar program, which must hear that the date is off.
struct OnTicketsOfHolderCancelled: Reaction {
    func handle(_ fact: TicketsCancelled, in tx: SchedulingTransaction) throws {
        let state = CalendarTicket.State(endedBecause: fact.reason, at: tx.now)
        for ticket in fact.tickets { try tx.calendarTickets.end(ticket.ticketId, as: state) }
    }
}

/// A ticket has another holder: the date leaves one calendar and comes into another.
struct OnTicketOfHolderTransferred: Reaction {
    func handle(_ fact: TicketTransferred, in tx: SchedulingTransaction) throws {
        let names = Dictionary(fact.event.ticketTypes.map { ($0.id, $0.name) }) { first, _ in first }
        try tx.calendarTickets.end(fact.former.ticketId, as: .ended(at: tx.now))
        for ticket in fact.tickets {
            try tx.calendarTickets.add(CalendarTicket(id: ticket.ticketId, eventId: fact.eventId, holder: ticket.holderId,
                                                      serial: ticket.serial, typeName: names[ticket.ticketTypeId] ?? "", state: .active))
        }
    }
}

/// A person is gone: so are the dates and the address under which a program reads them.
struct OnHolderErased: Reaction {
    func handle(_ fact: UserErased, in tx: SchedulingTransaction) throws {
        try tx.calendarTickets.forget(holder: fact.userId)
        try tx.personalFeeds.remove(of: fact.userId)
        try tx.drafts.forget(organizer: fact.userId)
    }
}
