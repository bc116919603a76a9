import Contracts
import Kernel
import OrdersBusinessNumbers
import ServiceKit
import TestKit
import Testing

@Suite("Who looks at an organizer's events")
struct AudienceTests {
    private func view(_ shop: TicketShop, by user: User.ID?, first: Bool = false, minutes: Int = 0) throws {
        try shop.shard.receive(EventViewed(eventId: TicketShop.eventID, userId: user, organizerId: "bob", first: first,
                                           at: shop.opening + .minutes(minutes)))
    }
    private func numbers(_ shop: TicketShop, _ parameters: JSONValue = .object([:])) throws -> [JSONValue?] {
        let answer = try shop.shard.ask(OrganizerDashboard.self, parameters, as: TicketShop.bob).json
        return ["views", "uniqueViewers", "buyers", "conversionRate"].map { answer[$0] }
    }

    @Test("Every look counts, each signed-in person once as a viewer; buyers need not have looked")
    func views() throws {
        let shop = try TicketShop()
        try view(shop, by: "john", first: true)
        try view(shop, by: "john", minutes: 31)
        try view(shop, by: "jane", first: true)
        try view(shop, by: nil)
        try view(shop, by: nil)
        #expect(try numbers(shop) == [5, 2, 0, 0])
        _ = try shop.buy(1)
        #expect(try numbers(shop) == [5, 2, 1, 0.5])
        _ = try shop.buy(1, as: .user("alice"))
        #expect(try numbers(shop) == [5, 2, 2, 0.6667])
        #expect(try numbers(shop, ["from": "2026-11-21", "to": "2026-11-21"]) == [5, 2, 2, 0.6667])
        #expect(try numbers(shop, ["from": "2026-11-22"]) == [0, 0, 0, .null])
    }

    @Test("Forgetting the history lowers no count, and lets nobody count twice within half an hour")
    func forgotten() throws {
        let shop = try TicketShop()
        try view(shop, by: "john", first: true)
        try view(shop, by: "john", first: true, minutes: 29)
        #expect(try numbers(shop) == [1, 1, 0, 0])
        try view(shop, by: "john", first: true, minutes: 30)
        #expect(try numbers(shop) == [2, 1, 0, 0])
    }

    @Test("An erased account stays in the numbers, and nothing says who it was")
    func erased() throws {
        let shop = try TicketShop()
        try view(shop, by: "viewer", first: true)
        try view(shop, by: "jane", first: true)
        try shop.shard.receive(UserErased(userId: "viewer"))
        #expect(try numbers(shop) == [2, 2, 0, 0])
        #expect(try shop.shard.columns(holding: "viewer").filter { $0.hasPrefix("business_") } == [])
    }

    @Test("Favorites, ratings, followers and waiting lists are as the catalog last said")
    func counts() throws {
        let shop = try TicketShop()
        try shop.shard.receive(EventCountsChanged(eventId: TicketShop.eventID, favorites: 4, ratings: 5, stars: 24, deleted: false))
        try shop.shard.receive(WaitlistLengthChanged(eventId: TicketShop.eventID, length: 3))
        try shop.shard.receive(FollowerCountChanged(organizerId: "bob", followers: 12))
        let event = try shop.shard.ask(EventAnalytics.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: TicketShop.bob).json
        #expect(event["favorites"] == 4 && event["waitlistLength"] == 3 && event["followers"] == 12)
        #expect(event["rating"] == ["average": 4.8, "count": 5])
    }

    @Test("Each mark brings the number of favorites after it; one of an earlier release, without a number, changes nothing")
    func favorites() throws {
        let shop = try TicketShop()
        func told() throws -> JSONValue? {
            try shop.shard.ask(EventAnalytics.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: TicketShop.bob).json["favorites"]
        }
        try shop.shard.receive(EventFavorited(eventId: TicketShop.eventID, userId: "john", favorite: true, favorites: 1))
        #expect(try told() == 1)
        try shop.shard.receive(EventFavorited(eventId: TicketShop.eventID, userId: "jane", favorite: true))
        #expect(try told() == 1)
        try shop.shard.receive(EventCountsChanged(eventId: TicketShop.eventID, favorites: 2, ratings: 0, stars: 0, deleted: false))
        try shop.shard.receive(EventFavorited(eventId: TicketShop.eventID, userId: "jane", favorite: false, favorites: 1))
        #expect(try told() == 1)
    }
}
