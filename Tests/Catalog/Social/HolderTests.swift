import CatalogDiscovery
import CatalogEvents
import CatalogService
import CatalogSocial
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Who holds tickets that were handed over")
struct HolderTests {
    private func ticket(_ id: TicketID, _ holder: User.ID) -> IssuedTicket {
        IssuedTicket(ticketId: id, ticketTypeId: CatalogFixture.regular, holderId: holder, serial: "S")
    }
    private func move(_ it: CatalogFixture, _ former: IssuedTicket, to new: IssuedTicket) throws {
        let event = TicketEvent(
            eventId: CatalogFixture.summit, organizerId: "bob", organizerName: "Bob Events", title: "Kampala Tech Summit",
            category: "technology", status: "published", startDate: CatalogFixture.start, endDate: CatalogFixture.start + .hours(8),
            venue: Venue(name: "Hall", address: nil, city: "Kampala", latitude: 0, longitude: 0), posterUrl: nil, ageRestriction: nil,
            ticketTypes: [], refundPolicy: .init(type: "none", hoursBefore: nil), transferable: true, reEntry: false, doorsOpenMinutes: 180,
            version: 1)
        try it.shard.receive(TicketTransferred(transferId: TransferID("tr-\(new.ticketId)"), orderId: "order-c", eventId: event.eventId,
                                               event: event, buyerId: "john", former: former, tickets: [new]))
    }
    private func attendees(_ it: CatalogFixture) throws -> JSONValue? {
        try it.details(as: .user("bob", roles: ["organizer"]))["stats"]?["attendeeCount"]
    }
    private func rating(_ it: CatalogFixture, _ user: String) throws -> Int? {
        try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: .user(user))?.status
    }

    @Test("Attendees are counted by who holds a ticket, however often it was handed on")
    func counted() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 2)])
        try it.confirm("c")
        #expect(try attendees(it) == 1)
        try move(it, ticket("t-1", "john"), to: ticket("t-2", "jane"))
        #expect(try attendees(it) == 2)
        try move(it, ticket("t-3", "john"), to: ticket("t-4", "jane"))
        #expect(try attendees(it) == 1)
        try move(it, ticket("t-4", "jane"), to: ticket("t-5", "john"))
        #expect(try attendees(it) == 2)
        #expect(try it.details(as: .user("bob", roles: ["organizer"]))["stats"]?["ticketsSold"] == 2)
    }

    @Test("The new holder rates, the one who gave the last ticket away does not")
    func rated() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 1)])
        try it.confirm("c")
        try move(it, ticket("t-1", "john"), to: ticket("t-2", "jane"))
        try it.shard.advance(by: .days(5))
        #expect(try rating(it, "john") == 403)
        #expect(try rating(it, "jane") == 201)
    }

    @Test("A received ticket that ends is nobody's; of a cancelled event it still says whom it concerned", arguments: [
        ("account-erased", 0), ("event-cancelled", 1),
    ])
    func ended(_ reason: String, _ count: Int) throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 1)])
        try it.confirm("c")
        try move(it, ticket("t-1", "john"), to: ticket("t-2", "jane"))
        try it.shard.receive(TicketsCancelled(orderId: "order-c", eventId: CatalogFixture.summit, tickets: [ticket("t-2", "jane")],
                                              reason: reason))
        if reason == "account-erased" {
            try it.shard.receive(ReturnStock(orderId: "order-c", listing: .event(CatalogFixture.summit),
                                             lines: [TicketLine(ticketTypeId: CatalogFixture.regular, quantity: 1).claimed],
                                             returnId: "t-2:erased", userId: "john", refundedTotal: 0))
        }
        #expect(try attendees(it) == .int(count))
    }
}
