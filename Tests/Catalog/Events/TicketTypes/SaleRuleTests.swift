import CatalogDiscovery
import CatalogEvents
import CatalogService
import CatalogSocial
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("R4: who may buy what, and which refusal comes first")
struct SaleRuleTests {
    @Test("Each rule refuses with its slug")
    func slugs() throws {
        let it = try CatalogFixture()
        try it.add("adult", title: "Whisky", age: 18)
        try it.claim("a", [("regular", 1)], event: "nowhere")
        #expect(try it.refusal()?.status == 404)
        try it.claim("b", [("adult-1", 1)], event: "adult")
        #expect(try it.refusal()?.slug == "age-confirmation-required")
        #expect(try it.refusal()?.members["minimumAge"] == 18)
        try it.claim("c", [("adult-1", 1)])
        #expect(try it.refusal()?.status == 422)
        try it.claim("d", [(CatalogFixture.regular, 11)])
        #expect(try it.refusal()?.errors["items"] != nil)
        try it.claim("e", [(CatalogFixture.regular, 2)], expectedTotal: 99_999)
        #expect(try it.refusal()?.slug == "price-changed")
        #expect(try it.refusal()?.members["total"]?["amount"] == 100_000)
        try it.shard.advance(by: .days(5))
        try it.claim("f", [(CatalogFixture.regular, 1)])
        #expect(try it.refusal()?.slug == "sales-closed")
        #expect(try it.refusal()?.members["reason"] == "started")
    }

    @Test("The earlier rule of R4 speaks when several would refuse")
    func order() throws {
        let it = try CatalogFixture()
        try it.add("adult", title: "Whisky", age: 18, quantity: 1)
        // Age comes before unknown types, limits, price and stock.
        try it.claim("a", [("other", 99)], event: "adult", expectedTotal: 1)
        #expect(try it.refusal()?.slug == "age-confirmation-required")
        // Unknown types before limits.
        try it.claim("b", [("other", 99)], event: "adult", ageConfirmed: true)
        #expect(try it.refusal()?.errors["items"]?.first?.contains("does not have") == true)
        // Limits per order before price and stock.
        try it.claim("c", [("adult-1", 11)], event: "adult", expectedTotal: 1, ageConfirmed: true)
        #expect(try it.refusal()?.status == 422)
        // Price before stock.
        try it.claim("d", [("adult-1", 2)], event: "adult", expectedTotal: 1, ageConfirmed: true)
        #expect(try it.refusal()?.slug == "price-changed")
        try it.claim("e", [("adult-1", 2)], event: "adult", expectedTotal: 20_000, ageConfirmed: true)
        #expect(try it.refusal()?.slug == "not-enough-tickets" && it.refusal()?.detail == "Only 1 ticket is left.")
    }

    @Test("Holds and tickets count towards the limit per person; returned ones do not")
    func perUser() throws {
        let it = try CatalogFixture()
        try it.claim("a", [(CatalogFixture.regular, 10)])
        try it.confirm("a")
        try it.claim("b", [(CatalogFixture.regular, 10)])
        try it.claim("c", [(CatalogFixture.vip, 1)])
        #expect(try it.refusal()?.slug == "ticket-limit-reached")
        #expect(try it.refusal()?.members == ["limit": 20, "yours": 20])
        try it.shard.receive(ReturnStock(orderId: "order-a", listing: .event(CatalogFixture.summit),
                                         lines: [TicketLine(ticketTypeId: CatalogFixture.regular, quantity: 1).claimed], returnId: "r"))
        try it.shard.markSeen()
        try it.claim("d", [(CatalogFixture.vip, 1)])
        #expect(try it.refusal() == nil)
    }

    @Test("A birthday counts on its day, on the local date of the start")
    func age() throws {
        let it = try CatalogFixture()
        // 26 November 2026, 23:00 in Kampala.
        let late = Timestamp("2026-11-26T20:00:00Z") ?? .distantPast
        try it.add("adult", title: "Whisky", start: late, age: 18)
        try it.shard.receive(SetBirthDate(userId: "young", dateOfBirth: CalendarDate("2008-11-27")))
        try it.shard.receive(SetBirthDate(userId: "old", dateOfBirth: CalendarDate("2008-11-26")))
        try it.claim("a", [("adult-1", 1)], event: "adult", user: "young", ageConfirmed: true)
        #expect(try it.refusal()?.slug == "age-restricted")
        #expect(try it.refusal()?.status == 403)
        try it.shard.markSeen()
        try it.claim("b", [("adult-1", 1)], event: "adult", user: "old")
        #expect(try it.refusal() == nil)
        #expect(try it.browse(as: .user("young")) == ["summit"])
        #expect(try it.browse(as: .user("old")).sorted() == ["adult", "summit"])
        #expect(try it.browse().sorted() == ["adult", "summit"])
        #expect(try it.shard.ask(EventDetails.self, ["eventId": "adult"], as: .user("young")).status == 403)
        #expect(try it.shard.send(MarkFavorite(eventId: "adult"), as: .user("young"))?.json["slug"] == "age-restricted")
        #expect(try it.shard.send(MarkFavorite(eventId: "adult"), as: .user("old"))?.status == 200)
        // Ratings, similar events and the share link stay readable.
        #expect(try it.shard.ask(EventRatings.self, ["eventId": "adult"], as: .user("young")).status == 200)
        #expect(try it.shard.ask(ShareEvent.self, ["eventId": "adult"], as: .user("young")).status == 200)
        #expect(try it.shard.ask(SimilarEvents.self, ["eventId": "adult"], as: .user("young")).status == 200)
        #expect(AgeRule.firstDay(ofAge: 18, bornOn: try #require(CalendarDate("2004-02-29"))) == CalendarDate("2022-03-01"))
    }

    @Test("Who only declared an age is looked at at the door")
    func attention() throws {
        let it = try CatalogFixture()
        try it.add("adult", title: "Whisky", age: 18)
        try it.claim("a", [("adult-1", 1)], event: "adult", ageConfirmed: true)
        #expect(try it.shard.published(TicketsClaimed.self).last?.attention == "check-id-18")
    }

    @Test("Paused types and closed sale windows are not on sale")
    func notOnSale() throws {
        let it = try CatalogFixture(withSummit: false)
        let start = CatalogFixture.start
        try it.shard.receive(CatalogFixture.event("e", title: "Festival", types: [
            ImportEvent.TicketType(id: "paused", name: "Early", price: 1, quantity: 5, paused: true),
            ImportEvent.TicketType(id: "later", name: "Later", price: 1, quantity: 5, salesStart: start - .days(1)),
            ImportEvent.TicketType(id: "over", name: "Over", price: 1, quantity: 5, salesEnd: it.shard.now),
        ]))
        for type in ["paused", "later", "over"] {
            try it.claim(type, [(TicketTypeID(type), 1)], event: "e")
            #expect(try it.refusal()?.members["reason"] == "type-not-on-sale")
        }
        let states = try it.details("e")["ticketTypes"]?.array?.compactMap { $0["state"]?.string }
        #expect(states == ["paused", "not-started", "ended"])
    }

    @Test("A quote prices the lines and names what stands against them, and holds nothing")
    func quote() throws {
        let it = try CatalogFixture()
        try it.add("tiny", title: "Tiny", quantity: 1)
        let good = try it.shard.ask(TicketQuote.self, ["eventId": "summit", "items": [["ticketTypeId": "regular", "quantity": 2]]]).json
        #expect(good["total"]?["amount"] == 100_000)
        #expect(good["available"] == true && good["problems"] == [])
        #expect(good["salesCloseAt"] == "2026-11-26T06:00:00Z" && good["timeUntilSalesClose"] == 428_400)
        let bad = try it.shard.ask(TicketQuote.self, ["eventId": "tiny", "items": [["ticketTypeId": "tiny-1", "quantity": 2]]]).json
        #expect(bad["available"] == false && bad["problems"] == ["not-enough-tickets"])
        #expect(try it.shard.ask(TicketQuote.self, ["eventId": "tiny", "items": [["ticketTypeId": "x", "quantity": 2]]]).status == 422)
        #expect(try it.seats().held == 0)
    }

    @Test("A quote for a cancelled event says that sales are closed, not that tickets are missing: those sold ended with it")
    func quoteOfCancelled() throws {
        let it = try CatalogFixture()
        try it.shard.receive(CatalogFixture.event("off", title: "Off", status: "cancelled", types: [
            ImportEvent.TicketType(id: "off-1", name: "Entry", price: 1, quantity: 2, sold: 2),
        ]))
        #expect(try it.details("off")["ticketTypes"]?.array?.first?["available"] == 2)
        let quote = try it.shard.ask(TicketQuote.self, ["eventId": "off", "items": [["ticketTypeId": "off-1", "quantity": 1]]]).json
        #expect(quote["available"] == false && quote["problems"] == ["sales-closed"])
    }
}
