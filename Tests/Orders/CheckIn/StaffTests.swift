import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("Door staff")
struct StaffTests {
    private func shop() throws -> TicketShop {
        let shop = try TicketShop()
        try shop.shard.receive(UserRegistered(userId: "jane", name: "Jane", email: "jane@example.com", roles: ["attendee"]))
        return shop
    }
    private func grant(_ shop: TicketShop, _ email: String) throws -> JSONValue? {
        try shop.shard.send(GrantScanner(eventId: TicketShop.eventID, email: email), as: TicketShop.bob)?.json
    }

    @Test("However the organizer types the address, the answer shows the account's own, as the list does")
    func address() throws {
        let shop = try shop()
        #expect(try grant(shop, " JANE@Example.com ")?["email"] == "jane@example.com")
        let list = try shop.shard.ask(EventStaff.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: TicketShop.bob).json
        #expect(list["data"]?.array?.map { $0["email"] } == ["jane@example.com"])
    }

    @Test("A grant that is sent again is not answered with the name and address of an erased account")
    func erased() throws {
        let shop = try shop(), command = GrantScanner(eventId: TicketShop.eventID, email: "jane@example.com")
        func grant(_ id: String? = nil) throws -> Reply? { try shop.shard.send(command, as: TicketShop.bob, id: id) }
        #expect(try grant("grant")?.json["email"] == "jane@example.com")
        try shop.shard.receive(UserErased(userId: "jane"))
        // "Try again": the gateway sends it anew.
        #expect(try grant("grant")?.status == 503 && grant()?.json["slug"] == "user-not-found")
    }

    @Test("Who was made staff last is listed first")
    func order() throws {
        let shop = try shop()
        for email in ["john@example.com", "jane@example.com"] {
            #expect(try grant(shop, email) != nil)
            try shop.shard.advance(by: .seconds(1))
        }
        let list = try shop.shard.ask(EventStaff.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: TicketShop.bob).json
        #expect(list["data"]?.array?.map { $0["userId"] } == ["jane", "john"])
    }

    @Test("Who lost the organizer role finds no own event to scan at")
    func withoutRole() throws {
        let shop = try shop(), former = Principal.user("bob", roles: ["attendee"])
        func roles(_ user: Principal) throws -> [JSONValue?]? {
            try shop.shard.ask(CheckInEvents.self, as: user).json["data"]?.array?.map { $0["role"] }
        }
        #expect(try roles(TicketShop.bob) == ["owner"] && roles(former) == [])
    }

    @Test("Former staff watch no scans any more: the removal is told once, and it ends their subscription")
    func removed() throws {
        let shop = try shop()
        _ = try grant(shop, "jane@example.com")
        let revoke = RevokeScanner(eventId: TicketShop.eventID, userId: "jane")
        #expect(try shop.shard.send(revoke, as: TicketShop.bob)?.status == 204)
        #expect(try shop.shard.send(revoke, as: TicketShop.bob)?.status == 404)
        #expect(try shop.shard.published(ScannerRevoked.self) == [ScannerRevoked(eventId: TicketShop.eventID, userId: "jane")])
        let topic = try #require(Orders.contents.features.flatMap(\.live).first { $0.name == "check-ins/{eventId}" })
        let feeds = topic.feeds.filter { $0.event == ScannerRevoked.type }
        // Nobody else is told who was removed.
        #expect(feeds.map(\.readers) == [["userId"]] && feeds.map(\.unsubscribes) == [["userId"]])
    }
}
