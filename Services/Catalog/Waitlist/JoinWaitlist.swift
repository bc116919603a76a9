import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody waits for tickets of a type that has too few left. One place per person and type.
package struct JoinWaitlist: Command {
    package static let type: MessageType = "catalog.join-waitlist.v1"
    let eventId: EventID
    let ticketTypeId: TicketTypeID
    let quantity: Int
    package init(eventId: EventID, ticketTypeId: TicketTypeID, quantity: Int) {
        (self.eventId, self.ticketTypeId, self.quantity) = (eventId, ticketTypeId, quantity)
    }

    package func handle(in tx: CatalogTransaction) throws -> Created<WaitlistPlace> {
        let user = try tx.user().userID
        let seen = try tx.events.require(eventId, seenBy: user)
        guard let type = try tx.ticketTypes.of(eventId).first(where: { $0.id == ticketTypeId }) else {
            throw Rejection.invalid(["ticketTypeId": ["is not a ticket type of this event"]])
        }
        var check = Validation()
        check.number("quantity", quantity, 1...type.maxPerOrder)
        try check.check()
        if AgeRule.isBarred(seen.event.ageRestriction, startDate: seen.event.startDate, birthDate: seen.viewerBirthDate,
                            zone: try tx.zone()) {
            throw AgeRule.refusal(seen.event.ageRestriction ?? 0)
        }
        let isOnSale = seen.event.isTicketSalesOpen(at: tx.now) && type.isOnSale(at: tx.now, of: seen.event)
        if type.stock.available >= quantity {
            throw Rejection.conflict("tickets-available", isOnSale ? "There are tickets left: order them."
                : "There are tickets left, but they are not on sale.")
        }
        if try tx.waitlist.isWaiting(user, for: ticketTypeId.rawValue, of: eventId.rawValue) {
            throw Rejection.conflict("already-waiting", "You are on this waiting list.")
        }
        guard isOnSale else { throw Rejection.conflict("sales-closed", "Tickets for this event are not on sale.") }
        let id = tx.context.newID()
        try tx.waitlist.join(id, listing: eventId.rawValue, subject: ticketTypeId.rawValue, user: user, quantity: quantity, at: tx.now)
        try Waitlist(tx).publishLength(of: eventId.rawValue)
        guard let entry = try tx.waitlist.find(id) else { throw Rejection.notFound }
        return Created(WaitlistPlace(entry), at: "/waitlist")
    }
}

/// A place in a waiting list, as its owner sees it.
package struct WaitlistPlace: Encodable, Sendable {
    package struct Offer: Encodable, Sendable {
        let id: String
        let quantity: Int
        let expiresAt: Timestamp
    }
    let id: String
    let eventId: EventID
    let ticketTypeId: TicketTypeID
    let quantity: Int
    let position: Int
    let status: String
    let offer: Offer?
    let createdAt: Timestamp

    init(_ entry: WaitlistStore.Entry) {
        (id, eventId, ticketTypeId, quantity, position) =
            (entry.id, EventID(entry.listing), TicketTypeID(entry.subject), entry.quantity, entry.position)
        (status, createdAt) = (entry.isOffered ? "offered" : "waiting", entry.createdAt.wholeSeconds)
        offer = entry.offerID.map { Offer(id: $0, quantity: entry.quantity, expiresAt: entry.offerExpiresAt?.wholeSeconds ?? .distantPast) }
    }
    static let schema = Schema.object([
        "id": .id, "eventId": .id, "ticketTypeId": .id, "quantity": .integer(), "position": .integer(),
        "status": .oneOf("waiting", "offered"),
        "offer": .object(["id": .id, "quantity": .integer(), "expiresAt": .time]), "createdAt": .time,
    ])
}
