import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody wants tickets of an event. The catalog decides; the answer comes with its claim, at the latest when the wait is over.
package struct PlaceTicketOrder: Command {
    package static let type: MessageType = "orders.place-ticket-order.v1"
    package struct Attendee: Codable, Sendable {
        package let name: String
        package init(name: String) { self.name = name }
    }
    package let eventId: EventID
    package let items: [TicketLine]
    /// What the buyer saw; the claim is refused when prices have changed since.
    package let expectedTotal: Money?
    /// Names for the tickets, one each.
    package let attendees: [Attendee]?
    /// "I am old enough": asked of people whose age is not known.
    package let ageConfirmed: Bool?
    /// Seats the waitlist keeps for the buyer: the catalog claims from that hold.
    package let waitlistOfferId: String?
    package init(eventId: EventID, items: [TicketLine], expectedTotal: Money? = nil, attendees: [Attendee]? = nil,
                 ageConfirmed: Bool? = nil, waitlistOfferId: String? = nil) {
        (self.eventId, self.items, self.expectedTotal, self.attendees, self.ageConfirmed) =
            (eventId, items, expectedTotal, attendees, ageConfirmed)
        self.waitlistOfferId = waitlistOfferId
    }

    /// Lines of an order and tickets per line: far above what any event sells at once, so that sums cannot overflow.
    static let linesMax = 20
    static let quantityMax = 1000

    package func handle(in tx: OrdersTransaction) throws -> Deferred {
        let buyer = try tx.user().userID
        let names = try checked(tx.definition.currency)
        let id: OrderID = tx.newID()
        let order = try insert(id, buyer, names, in: tx)
        try tx.send(PlaceClaim(claimId: TicketOrder.firstClaim(of: id), orderId: id, userId: buyer, listing: .event(eventId),
                               lines: items.map(\.claimed), expectedTotal: expectedTotal, placedAt: tx.now, offerId: waitlistOfferId,
                               details: ["ageConfirmed": .bool(order.ageConfirmed)]))
        try tx.publish(OrderPlaced(orderId: id, number: order.number, userId: buyer, eventId: eventId, items: items))
        try tx.schedule(AnswerOverdue.timer(id), at: tx.now + .seconds(tx.ticketSaleSettings.claimAnswerSeconds),
            AnswerOverdue(orderId: id))
        return tx.deferred()
    }

    /// Refuses what is wrong with the request itself; whether there are tickets is the catalog's to say.
    private func checked(_ currency: Currency) throws -> [String] {
        var check = Validation()
        check.require((1...Self.linesMax).contains(items.count), "items", "must have 1 to \(Self.linesMax) lines")
        for (place, line) in items.enumerated() { check.number("items.\(place).quantity", line.quantity, 1...Self.quantityMax) }
        if let expectedTotal {
            check.require(expectedTotal.currency == currency, "expectedTotal.currency", "must be \(currency)")
            check.require(expectedTotal.amount >= 0, "expectedTotal.amount", "must not be negative")
        }
        var names: [String] = []
        if let attendees {
            let tickets = items.reduce(0) { $0 + max(0, min($1.quantity, Self.quantityMax)) }
            check.require(attendees.count == tickets, "attendees", "must name one person per ticket (\(tickets))")
            for (place, attendee) in attendees.enumerated() {
                if let name = check.text("attendees.\(place).name", attendee.name, 2...100) { names.append(name) }
            }
        }
        try check.check()
        return names
    }

    private func insert(_ id: OrderID, _ buyer: User.ID, _ names: [String], in tx: OrdersTransaction) throws -> TicketOrder {
        for attempt in 0..<ShortCode.attemptsMax {
            let number = ShortCode.orderNumber(prefix: tx.ticketSaleSettings.numberPrefix, of: id.rawValue, attempt: attempt)
            let order = TicketOrder(id: id, number: number, buyer: buyer, eventId: eventId, wanted: items, attendees: names,
                ageConfirmed: ageConfirmed ?? false,
                                    sandbox: tx.sandboxFault, placedAt: tx.now, currency: tx.definition.currency, request: tx.messageID)
            if try tx.orders.insert(order, workflow: TicketSale.name) { return order }
        }
        throw TicketIssue.NoFreeSerial()
    }
}
