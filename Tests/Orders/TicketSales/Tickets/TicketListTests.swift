import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Looking at orders and tickets")
struct TicketListTests {
    @Test("Upcoming, past and all: by the event's end, in their orders")
    func filters() throws {
        let shop = try TicketShop()
        _ = try shop.buy(2)
        func count(_ filter: String?) throws -> JSONValue? {
            try shop.shard.ask(TicketsOfHolder.self, filter.map { ["filter": .string($0)] } ?? [:], as: TicketShop.john)
                .json["meta"]?["total"]
        }
        #expect(try count(nil) == 2)
        #expect(try count("past") == 0)
        shop.shard.now = shop.event().endDate
        #expect(try count("upcoming") == 0)
        #expect(try count("past") == 2)
        #expect(try count("all") == 2)
        let past = try shop.shard.ask(TicketsOfHolder.self, ["filter": "past"], as: TicketShop.john).json
        #expect(past["data"]?.array?.first?["status"] == "expired")
        #expect(past["data"]?.array?.first?["event"]?["status"] == "completed")
        #expect(past["data"]?.array?.first?["transferable"] == false)
        #expect(try shop.shard.ask(TicketsOfHolder.self, ["filter": "soon"], as: TicketShop.john).status == 422)
        #expect(try shop.shard.ask(TicketsOfHolder.self, as: TicketShop.jane).json["meta"]?["total"] == 0)
        #expect(try shop.shard.ask(TicketsOfHolder.self).status == 401)
    }

    @Test("Orders are listed newest first, by status, a page at a time")
    func orders() throws {
        let shop = try TicketShop()
        var ids: [String] = []
        for _ in 0..<5 {
            shop.shard.now = shop.shard.now + .seconds(1)
            let order = try shop.place()
            _ = try shop.hold(order)
            ids.insert(order.id.rawValue, at: 0)
        }
        try shop.shard.send(CancelOrder(orderId: OrderID(ids[0])), as: TicketShop.john)
        let page = try shop.shard.ask(OrdersOfBuyer.self, ["page": 2, "perPage": 2], as: TicketShop.john).json
        #expect(page["data"]?.array?.map { $0["id"]?.string } == [ids[2], ids[3]])
        #expect(page["meta"] == ["page": 2, "perPage": 2, "total": 5, "lastPage": 3])
        #expect(try shop.shard.ask(OrdersOfBuyer.self, ["status": "cancelled"], as: TicketShop.john).json["meta"]?["total"] == 1)
        #expect(try shop.shard.ask(OrdersOfBuyer.self, ["status": "awaiting-payment"], as: TicketShop.john).json["meta"]?["total"] == 4)
        #expect(try shop.shard.ask(OrdersOfBuyer.self, ["status": "lost"], as: TicketShop.john).status == 422)
        #expect(try shop.shard.ask(OrdersOfBuyer.self, ["perPage": 101], as: TicketShop.john).status == 422)
    }

    @Test("An erased account leaves tickets and money without its name")
    func erased() throws {
        let shop = try TicketShop()
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1)], attendees: ["John's sister"])
        try shop.shard.receive(shop.claimed(order))
        try shop.confirm(order)
        try shop.shard.receive(UserErased(userId: "john"))
        let details = try shop.details(order).json
        #expect(details["status"] == "completed")
        #expect(details["tickets"]?.array?.first?["attendeeName"] == "")
    }

    @Test("A ticket is shown to its holder alone, and says until when it can be returned")
    func details() throws {
        let shop = try TicketShop()
        let ticket = try #require(try shop.details(shop.buy(1)).json["tickets"]?.array?.first)
        func ask(_ user: Principal) throws -> Reply {
            try shop.shard.ask(TicketDetails.self, ["ticketId": ticket["id"] ?? .null], as: user)
        }
        let shown = try ask(TicketShop.john)
        #expect(shown.status == 200 && shown.json == ticket)
        #expect(shown.json["refundableUntil"] == .string((shop.event().startDate - .hours(24)).wholeSeconds.description))
        #expect(try ask(TicketShop.jane).status == 404)
    }

    @Test("A ticket shows the venue field by field, as the event does", arguments: ["Kintu Road", nil] as [String?])
    func venue(address: String?) throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        try shop.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: shop.event(version: 2, address: address),
                                            changed: ["venue"], notifyHolders: true))
        let event = try #require(try shop.details(order).json["tickets"]?.array?.first?["event"])
        let venue = try #require(event["venue"]?.object)
        #expect(Set(venue.keys) == ["name", "address", "city", "latitude", "longitude"])
        #expect(venue["address"]?.string == address)
    }
}
