import GRDB
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("The gates of an event")
struct GateTests {
    @Test("Gate names are unique in their event whatever their case; an accent makes another name")
    func gates() throws {
        let venue = try CheckInScene()
        #expect(try venue.shop.shard.send(AddGate(eventId: TicketShop.eventID, name: "gate a"), as: TicketShop.bob)?.json["slug"]
            == "gate-exists")
        for (name, status) in [("Porte Été", 201), ("PORTE ÉTÉ", 409), ("Porte Ete", 201)] {
            let added = try venue.shop.shard.send(AddGate(eventId: TicketShop.eventID, name: name), as: TicketShop.bob)
            #expect(added?.status == status)
        }
        #expect(try venue.shop.shard.send(ChangeGate(eventId: TicketShop.eventID, gateId: venue.gateA, name: "GATE A"),
            as: TicketShop.bob)?.json["name"] == "GATE A")
        #expect(try venue.shop.shard.send(AddGate(eventId: TicketShop.eventID, name: "C", ticketTypeIds: ["type-x"]),
                                          as: TicketShop.bob)?.status == 422)
        #expect(try venue.shop.shard.send(RemoveGate(eventId: TicketShop.eventID, gateId: venue.gateB), as: TicketShop.bob)?.status == 204)
        #expect(try venue.shop.shard.ask(EventGates.self, ["eventId": "event-1"], as: TicketShop.bob).json["meta"]?["total"] == 3)
    }

    @Test("A gate of an earlier release, which was kept without its accents, is the same gate by its name, and no other takes its place")
    func formerGates() throws {
        let venue = try CheckInScene()
        func add(_ name: String) throws -> Reply? {
            try venue.shop.shard.send(AddGate(eventId: TicketShop.eventID, name: name), as: TicketShop.bob)
        }
        #expect(try add("Porte Été")?.status == 201)
        venue.shop.shard.hasRowsPastTheLog = true
        try venue.shop.shard.file.pool.write {
            try $0.execute(sql: "UPDATE gate SET name_folded = 'porte ete' WHERE name = 'Porte Été'")
        }
        #expect(try add("porte été")?.json["slug"] == "gate-exists")
        #expect(try add("Porte Ete")?.json["slug"] == "gate-exists")
        for name in ["Porte Zénith", "Porte Étoile"] { #expect(try add(name)?.status == 201) }
        let names = try venue.shop.shard.ask(EventGates.self, ["eventId": "event-1"], as: TicketShop.bob).json["data"]?.array
        #expect(names?.compactMap { $0["name"]?.string }.suffix(3) == ["Porte Été", "Porte Étoile", "Porte Zénith"])
    }
}
