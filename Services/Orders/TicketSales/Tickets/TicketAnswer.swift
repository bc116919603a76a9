import Contracts
import Kernel

/// A ticket as its holder sees it.
package struct TicketAnswer: Encodable, Sendable {
    let ticket: Ticket
    let event: EventProjection
    let attendeeName: String
    /// Nil once the ticket is no longer valid.
    let code: String?
    /// It was offered to somebody who has not answered.
    let isOffered: Bool
    let basePath: String
    let now: Timestamp

    private enum Key: String, CodingKey {
        case id, serial, orderId, event, ticketType, price, attendeeName, status, inside, checkedInAt, transferable, refundableUntil, qr,
             purchasedAt
    }
    private struct Event: Encodable {
        enum Key: String, CodingKey { case id, title, startDate, endDate, venue, posterUrl, status }
        let known: EventProjection
        let now: Timestamp
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(known.event.eventId, forKey: .id)
            try container.encode(known.event.title, forKey: .title)
            try container.encode(known.event.startDate.wholeSeconds, forKey: .startDate)
            try container.encode(known.event.endDate.wholeSeconds, forKey: .endDate)
            try container.encode(Place(venue: known.event.venue), forKey: .venue)
            try container.encode(known.event.posterUrl, forKey: .posterUrl)
            try container.encode(known.status(at: now), forKey: .status)
        }
    }
    /// As the event itself shows it: an address that is missing is null.
    private struct Place: Encodable {
        enum Key: String, CodingKey { case name, address, city, latitude, longitude }
        let venue: Venue
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(venue.name, forKey: .name)
            try container.encode(venue.address, forKey: .address)
            try container.encode(venue.city, forKey: .city)
            try container.encode(venue.latitude, forKey: .latitude)
            try container.encode(venue.longitude, forKey: .longitude)
        }
    }
    private struct TicketType: Encodable {
        let id: TicketTypeID
        let name: String
    }
    private struct Code: Encodable {
        let payload: String
        let imageUrl: String
    }

    var shownStatus: String { ticket.shownStatus(at: event.event, now: now) }

    /// Whether the holder may give it to somebody else.
    var isTransferable: Bool {
        TransferRules.obstacle(ticket, at: event, hasPending: isOffered, now: now) == nil
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ticket.id, forKey: .id)
        try container.encode(ticket.serial, forKey: .serial)
        try container.encode(ticket.orderId, forKey: .orderId)
        try container.encode(Event(known: event, now: now), forKey: .event)
        try container.encode(TicketType(id: ticket.type, name: ticket.typeName), forKey: .ticketType)
        try container.encode(ticket.price, forKey: .price)
        try container.encode(attendeeName, forKey: .attendeeName)
        try container.encode(shownStatus, forKey: .status)
        var entry = ticket.entryBeforeEnd
        var inside = false
        if case .used(let first, let isInside) = ticket.status { (entry, inside) = (first, isInside) }
        try container.encode(inside, forKey: .inside)
        try container.encode(entry?.wholeSeconds, forKey: .checkedInAt)
        try container.encode(isTransferable, forKey: .transferable)
        // Money for a ticket that was given goes to the person who paid, and only if the event is cancelled.
        let refundableUntil = ticket.receivedFrom == nil ? RefundRules.lastInstant(of: event) : nil
        try container.encode(refundableUntil?.wholeSeconds, forKey: .refundableUntil)
        try container.encode(code.map { Code(payload: $0, imageUrl: "\(basePath)/tickets/\(ticket.id)/qr.png") }, forKey: .qr)
        try container.encode(ticket.purchasedAt.wholeSeconds, forKey: .purchasedAt)
    }
}
