import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Late claims: a payment came after its hold")
struct LateClaimTests {
    @Test("A late payment claims again for good while seats are left, and is refused when there are none")
    func lateClaims() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", quantity: 1)
        try it.claim("c1", [("small-1", 1)], event: "small")
        try it.shard.advance(by: .minutes(16))
        try it.shard.markSeen()
        try it.claim("c1", [("small-1", 1)], event: "small", late: true)
        #expect(try it.shard.published(TicketsClaimed.self).map(\.claimId) == ["c1"])
        try it.shard.advance(by: .hours(2))
        #expect(try it.seats("small-1", of: "small").held == 1)
        try it.confirm("c1")
        #expect(try it.seats("small-1", of: "small").sold == 1)
        try it.claim("c2", [("small-1", 1)], event: "small", user: "other", late: true)
        #expect(try it.refusal()?.slug == "sold-out")
    }

    @Test("A late payment for an event that has started is refused")
    func lateAfterStart() throws {
        let it = try CatalogFixture()
        try it.shard.advance(by: .days(5))
        try it.claim("c1", [(CatalogFixture.regular, 1)], late: true)
        #expect(try it.refusal()?.members["reason"] == "started")
    }

    @Test("A late payment claims at the price that was paid, whatever tickets cost now; an earlier release names no price")
    func paidPrice() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", price: 10_000, quantity: 2)
        try it.claim("paid", [("small-1", 1)], event: "small")
        try it.shard.advance(by: .minutes(16))
        let owner = Principal.user("bob", roles: ["organizer"])
        var dearer = TicketTypeEdit()
        dearer.price = .value(.init(amount: 12_000, currency: "UGX"))
        #expect(try it.shard.send(ChangeTicketType(eventId: "small", ticketTypeId: "small-1", dearer), as: owner)?.status == 200)
        try it.shard.markSeen()
        for (claim, price) in [("again", Money(10_000, .ugx)), ("older", nil)] as [(String, Money?)] {
            let line = ClaimLine(subject: "small-1", unit: TicketLine.unit, quantity: 1, unitPrice: price)
            try it.shard.receive(PlaceClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim), userId: "john",
                                            listing: .event("small"), lines: [line], placedAt: it.shard.now, late: true))
        }
        #expect(try it.shard.published(TicketsClaimed.self).map(\.total) == [Money(10_000, .ugx), Money(12_000, .ugx)])
        try it.confirm("again")
        #expect(try it.details("small", as: owner)["stats"]?["revenue"]?["amount"] == 10_000)
    }
}
