import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import TestKit
import Testing

@Suite("What is seeded")
struct SeedingTests {
    @Test("A seeded entrance is there once, under its name, and is no other's")
    func gates() throws {
        let shop = try TicketShop()
        try shop.shard.receive(ImportGate(gateId: "g-1", eventId: TicketShop.eventID, name: "Gate A"))
        try shop.shard.receive(ImportGate(gateId: "g-1", eventId: TicketShop.eventID, name: "Gate B"))
        try shop.shard.receive(ImportGate(gateId: "g-2", eventId: TicketShop.eventID, name: "Gate A"))
        let gates = try shop.shard.ask(EventGates.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: TicketShop.bob)
            .json["data"]?.array ?? []
        #expect(gates.map { [$0["id"], $0["name"]] } == [["g-1", "Gate A"]])
    }
}
