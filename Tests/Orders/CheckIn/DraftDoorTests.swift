import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("The door of a draft")
struct DraftDoorTests {
    private let id: EventID = "draft"
    private func shop(deleted: Bool = false) throws -> TicketShop {
        let shop = try TicketShop()
        let types = [DraftChanged.TicketType(id: TicketShop.regular, name: "Regular", quantity: 300)]
        try shop.shard.receive(DraftChanged(eventId: id, organizerId: "bob", title: nil, ticketTypes: types, deleted: deleted))
        return shop
    }
    private func gates(_ shop: TicketShop, _ user: Principal = TicketShop.bob) throws -> Reply {
        try shop.shard.ask(EventGates.self, ["eventId": .string(id.rawValue)], as: user)
    }
    private func staff(_ shop: TicketShop, _ user: Principal = TicketShop.bob) throws -> Reply {
        try shop.shard.ask(EventStaff.self, ["eventId": .string(id.rawValue)], as: user)
    }

    @Test("Its organizer sets up gates and staff before it is published, and they are there afterwards")
    func prepared() throws {
        let shop = try shop()
        try shop.shard.receive(UserRegistered(userId: "sam", name: "Sam", email: "sam@example.com", roles: ["attendee"]))
        #expect(try gates(shop).json["data"] == [] && staff(shop).json["data"] == [])
        let wrong = AddGate(eventId: id, name: "Gate A", ticketTypeIds: [TicketShop.free])
        #expect(try shop.shard.send(wrong, as: TicketShop.bob)?.json["errors"]?["ticketTypeIds"] != nil)
        let made = try shop.shard.send(AddGate(eventId: id, name: "Gate A", ticketTypeIds: [TicketShop.regular]), as: TicketShop.bob)
        #expect(made?.status == 201)
        let gate = try #require(made?.json["id"]?.string)
        #expect(try shop.shard.send(ChangeGate(eventId: id, gateId: gate, name: "Main gate"), as: TicketShop.bob)?.status == 200)
        #expect(try shop.shard.send(GrantScanner(eventId: id, email: "sam@example.com"), as: TicketShop.bob)?.status == 201)
        let draft = shop.event()
        let event = TicketEvent(
            eventId: id, organizerId: "bob", organizerName: "Bob Events", title: "New", category: "technology", status: "published",
            startDate: draft.startDate, endDate: draft.endDate, venue: draft.venue, posterUrl: nil, ageRestriction: nil,
            ticketTypes: draft.ticketTypes, refundPolicy: draft.refundPolicy, transferable: true, reEntry: false, doorsOpenMinutes: 180,
            version: 2)
        try shop.shard.receive(EventPublished(eventId: id, event: event))
        #expect(try shop.shard.count(of: "event_draft") == 0)
        for user in [TicketShop.bob, Principal.user("sam", roles: ["attendee"])] {
            #expect(try gates(shop, user).json["data"]?.array?.map { $0["name"] } == ["Main gate"])
        }
        #expect(try staff(shop).json["data"]?.array?.map { $0["userId"] } == ["sam"])
    }

    @Test("A gate for a ticket type that is gone gets another name; the types that are sent must be there")
    func formerType() throws {
        let shop = try shop()
        let made = try shop.shard.send(AddGate(eventId: id, name: "Gate A", ticketTypeIds: [TicketShop.regular]), as: TicketShop.bob)
        let gate = try #require(made?.json["id"]?.string)
        try shop.shard.receive(DraftChanged(eventId: id, organizerId: "bob", title: nil, ticketTypes: [], deleted: false))
        let named = try shop.shard.send(ChangeGate(eventId: id, gateId: gate, name: "Main gate"), as: TicketShop.bob)
        #expect(named?.status == 200 && named?.json["ticketTypeIds"] == [.string(TicketShop.regular.rawValue)])
        let sent = ChangeGate(eventId: id, gateId: gate, ticketTypeIds: [TicketShop.regular])
        #expect(try shop.shard.send(sent, as: TicketShop.bob)?.json["errors"]?["ticketTypeIds"] != nil)
    }

    @Test("Its organizer sees that nobody attends and nobody was scanned", arguments: [
        EventAttendees.type, CheckInLog.type, CheckInStats.type, CheckInConflicts.type,
    ])
    func empty(_ query: MessageType) throws {
        let shop = try shop()
        func ask(_ user: Principal) throws -> Reply {
            switch query {
            case EventAttendees.type: try shop.shard.ask(EventAttendees.self, ["eventId": "draft"], as: user)
            case CheckInLog.type: try shop.shard.ask(CheckInLog.self, ["eventId": "draft"], as: user)
            case CheckInStats.type: try shop.shard.ask(CheckInStats.self, ["eventId": "draft"], as: user)
            default: try shop.shard.ask(CheckInConflicts.self, ["eventId": "draft"], as: user)
            }
        }
        let own = try ask(TicketShop.bob)
        #expect(own.status == 200)
        #expect(query == CheckInStats.type ? own.json["admitted"] == 0 && own.json["byGate"] == [] : own.json["meta"]?["total"] == 0)
        #expect(try ask(TicketShop.jane).status == 404)
    }

    @Test("A draft of somebody else is not there, and neither is a deleted one")
    func hidden() throws {
        for (deleted, user) in [(false, TicketShop.jane), (true, TicketShop.bob)] {
            let shop = try shop(deleted: deleted)
            #expect(try gates(shop, user).status == 404 && staff(shop, user).status == 404)
            #expect(try shop.shard.send(AddGate(eventId: id, name: "Gate A"), as: user)?.status == 404)
            #expect(try shop.shard.send(GrantScanner(eventId: id, email: "john@example.com"), as: user)?.status == 404)
        }
    }
}
