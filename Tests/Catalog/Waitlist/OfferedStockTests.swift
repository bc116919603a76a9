import CatalogEvents
import CatalogService
import CatalogWaitlist
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("What an offer kept was nobody else's to buy before it was ordered")
struct OfferedStockTests {
    private let bob = Principal.user("bob", roles: ["attendee", "organizer"])

    /// An event with two seats, so few that nobody was told of it; both are sold, one is returned and offered to Alice.
    private func offered(_ it: CatalogFixture) throws -> (event: EventID, type: TicketTypeID, offer: String) {
        let form = """
            {"title":"Small Evening","description":"A good time for everybody.","category":"music","startDate":"2026-12-10T16:00:00Z",
            "endDate":"2026-12-10T20:00:00Z","venue":{"name":"Hall","city":"Kampala","latitude":0.33,"longitude":32.6},
            "ticketTypes":[{"name":"Entry","price":{"amount":10000,"currency":"UGX"},"quantity":2}]}
            """
        let made = try #require(try it.shard.send(raw: form, type: CreateEvent.type, as: bob))
        let event = EventID(try #require(made.json["id"]?.string))
        let type = TicketTypeID(try #require(made.json["ticketTypes"]?.array?.first?["id"]?.string))
        #expect(try it.shard.send(PublishEvent(eventId: event), as: bob)?.status == 200)
        try it.claim("sold", [(type, 2)], event: event)
        try it.confirm("sold")
        _ = try it.shard.send(JoinWaitlist(eventId: event, ticketTypeId: type, quantity: 1), as: .user("alice"))
        try it.shard.receive(ReturnStock(orderId: "order-sold", listing: .event(event),
                                         lines: [TicketLine(ticketTypeId: type, quantity: 1).claimed], returnId: "r1"))
        let offer = try #require(try it.shard.published(WaitlistOffered.self).first).offerId
        try it.shard.markSeen()
        return (event, type, offer)
    }

    @Test("Ordering it tells nobody that few or no tickets are left", arguments: [3, 13])
    func isNoNews(quantity: Int) throws {
        let it = try CatalogFixture(withSummit: false)
        let (event, type, offer) = try offered(it)
        let more = #"{"eventId":"\#(event)","ticketTypeId":"\#(type)","quantity":\#(quantity)}"#
        #expect(try it.shard.send(raw: more, type: ChangeTicketType.type, as: bob)?.json["available"]?.int == quantity - 2)
        try it.shard.receive(PlaceClaim(claimId: "mine", orderId: "order-mine", userId: "alice", listing: .event(event),
                                        lines: [TicketLine(ticketTypeId: type, quantity: 1).claimed], placedAt: it.shard.now,
                                        offerId: offer))
        #expect(try it.seats(type, of: event) == .init(sold: 1, held: 1, available: quantity - 2))
        #expect(try it.shard.published(TicketTypeSoldOut.self).isEmpty)
        #expect(try it.shard.published(InventoryLow.self).isEmpty)
        try it.claim("rest", [(type, 1)], event: event)
        #expect(try it.shard.published(TicketTypeSoldOut.self).count == (quantity == 3 ? 1 : 0))
        #expect(try it.shard.published(InventoryLow.self).map(\.remaining) == (quantity == 13 ? [10] : []))
    }
}
