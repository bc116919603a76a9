import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("The order of an event's ticket types")
struct TicketTypeOrderTests {
    private let it: CatalogFixture
    private let bob = Principal.user("bob", roles: ["attendee", "organizer"])
    private let price: JSONValue = ["amount": 1, "currency": "UGX"]

    init() throws { it = try CatalogFixture() }

    private func send(_ type: MessageType, _ body: [String: JSONValue]) throws -> Reply {
        let body = JSONValue.object(body.merging(["eventId": "summit"]) { own, _ in own })
        return try #require(try it.shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: type, as: bob))
    }
    private func list(_ answer: JSONValue) -> [String] {
        (answer["ticketTypes"]?.array ?? []).map { "\($0["name"]?.string ?? "")@\($0["position"]?.int ?? -1)" }
    }
    private func read() throws -> [String] { list(try it.details(as: bob)) }

    @Test("A full list without positions is kept in the order it was sent, and answered as it is read")
    func reordered() throws {
        let changed = try send(ChangeEvent.type, ["ticketTypes": [
            ["id": "vip"], ["name": "Student", "price": price, "quantity": 5], ["id": "regular"],
        ]])
        #expect(list(changed.json) == ["VIP@0", "Student@1", "Regular@2"])
        #expect(try read() == list(changed.json))
    }

    @Test("A position that was sent goes before what stands there, and no two types share one")
    func positions() throws {
        let changed = try send(ChangeEvent.type, ["ticketTypes": [
            ["id": "regular"], ["id": "vip", "position": 0], ["name": "Late", "price": price, "quantity": 5, "position": 7],
        ]])
        #expect(list(changed.json) == ["VIP@0", "Regular@1", "Late@7"])
        #expect(try send(AddTicketType.type, ["name": "Last", "price": price, "quantity": 5]).status == 201)
        #expect(try send(AddTicketType.type, ["name": "First", "price": price, "quantity": 5, "position": 0]).status == 201)
        #expect(try read() == ["First@0", "VIP@1", "Regular@2", "Late@7", "Last@8"])
        #expect(try send(ChangeTicketType.type, ["ticketTypeId": "regular", "position": 1]).status == 200)
        #expect(try send(ChangeTicketType.type, ["ticketTypeId": "vip", "quantity": 60]).status == 200)
        #expect(try read() == ["First@0", "Regular@1", "VIP@2", "Late@7", "Last@8"])
    }

    @Test("A list adds no type to an event that is over, unless it moves the event into the future")
    func closed() throws {
        try it.shard.advance(by: .days(6))
        let types: JSONValue = [["id": "regular"], ["id": "vip"], ["name": "Late", "price": price, "quantity": 5]]
        let refused = try send(ChangeEvent.type, ["ticketTypes": types])
        #expect(refused.status == 409 && refused.json["slug"] == "event-closed")
        #expect(try send(ChangeEvent.type, ["ticketTypes": [["id": "vip"], ["id": "regular"]]]).status == 200)
        let moved = try send(ChangeEvent.type, ["ticketTypes": types, "startDate": "2026-12-20T06:00:00Z",
                                                "endDate": "2026-12-20T14:00:00Z"])
        #expect(moved.status == 200)
    }
}
