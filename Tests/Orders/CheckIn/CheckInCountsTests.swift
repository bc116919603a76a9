import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Numbers of the door")
struct CheckInCountsTests {
    @Test("The log and the counts add up")
    func numbers() throws {
        let venue = try CheckInScene()
        _ = try venue.scan(venue.code(), gate: venue.gateA)
        _ = try venue.scan(venue.code(), gate: venue.gateA)
        _ = try venue.scan(venue.code(1), gate: venue.gateA)
        _ = try venue.scan(venue.code(1), .exit)
        let stats = try venue.shop.shard.ask(CheckInStats.self, ["eventId": "event-1"], as: TicketShop.bob).json
        #expect(stats["ticketsValid"] == 2 && stats["admitted"] == 2 && stats["inside"] == 1 && stats["exits"] == 1)
        #expect(stats["byGate"]?.array?.first?["entries"] == 2)
        #expect(stats["refusedByReason"] == ["already-redeemed": 1])
        let refused = try venue.shop.shard.ask(CheckInLog.self, ["eventId": "event-1", "result": "refused"], as: TicketShop.bob).json
        #expect(refused["meta"]?["total"] == 1)
        let all = try venue.shop.shard.ask(CheckInLog.self, ["eventId": "event-1", "ticketId": .string(venue.id(1).rawValue)],
                                           as: TicketShop.bob).json
        #expect(all["data"]?.array?.map { $0["type"]?.string }.contains("exit") == true && all["meta"]?["total"] == 2)
    }

    @Test("The counts name gates and ticket types as they are called now, a removed gate as it was called last")
    func numbersAfterRenaming() throws {
        let venue = try CheckInScene()
        let shard = venue.shop.shard
        func gates() throws -> [JSONValue] {
            let stats = try shard.ask(CheckInStats.self, ["eventId": "event-1"], as: TicketShop.bob).json
            return stats["byGate"]?.array?.compactMap { $0["gateName"] } ?? []
        }
        _ = try venue.scan(venue.code(), gate: venue.gateA)
        try shard.send(ChangeGate(eventId: TicketShop.eventID, gateId: venue.gateA, name: "East"), as: TicketShop.bob)
        #expect(try gates() == ["East"])
        shard.now = shard.now + .minutes(1)
        _ = try venue.scan(venue.code(1), gate: venue.gateA)
        try shard.send(RemoveGate(eventId: TicketShop.eventID, gateId: venue.gateA), as: TicketShop.bob)
        #expect(try gates() == ["East"])

        let base = venue.shop.event()
        let renamed = base.ticketTypes.map { type in
            TicketEvent.TicketType(id: type.id, name: "Floor \(type.id)", price: type.price, quantity: type.quantity)
        }
        let event = TicketEvent(
            eventId: base.eventId, organizerId: base.organizerId, organizerName: base.organizerName, title: base.title,
            category: base.category, status: "published", startDate: shard.now, endDate: shard.now + .hours(3), venue: base.venue,
            posterUrl: nil, ageRestriction: nil, ticketTypes: renamed, refundPolicy: base.refundPolicy, transferable: true, reEntry: false,
            doorsOpenMinutes: 180, version: 6)
        try shard.receive(EventUpdated(eventId: base.eventId, event: event, changed: ["ticketTypes"], notifyHolders: false))
        let stats = try shard.ask(CheckInStats.self, ["eventId": "event-1"], as: TicketShop.bob).json
        #expect(stats["byTicketType"]?.array?.first?["name"]?.string?.hasPrefix("Floor ") == true)
    }

    @Test("Who was let in counts although the event was cancelled afterwards; tickets that never entered do not")
    func admittedBeforeCancellation() throws {
        let venue = try CheckInScene()
        let shard = venue.shop.shard
        _ = try venue.scan(venue.code(), gate: venue.gateA)
        try shard.receive(EventCancelled(eventId: TicketShop.eventID, event: venue.shop.event(version: 6), reason: "Storm", deleted: false,
                                         attendeeCount: 1))
        for slice in try shard.published(CancelEventOrders.self) { try shard.receive(slice) }
        let stats = try shard.ask(CheckInStats.self, ["eventId": "event-1"], as: TicketShop.bob).json
        #expect(stats["ticketsValid"] == 0 && stats["admitted"] == 1 && stats["inside"] == 0)
        #expect(stats["byGate"]?.array?.first?["entries"] == 1)
        #expect(stats["byTicketType"]?.array?.map { $0["tickets"] } == [0] && stats["byTicketType"]?.array?.first?["admitted"] == 1)
        // The list of attendees and the ticket itself agree.
        let listed = try shard.ask(EventAttendees.self, ["eventId": "event-1"], as: TicketShop.bob).json["data"]?.array ?? []
        #expect(listed.filter { $0["checkedInAt"] != .null }.map { $0["ticketId"]?.string } == [venue.id().rawValue])
        #expect(listed.map { $0["status"] } == ["cancelled", "cancelled"])
        let ticket = try shard.ask(TicketDetails.self, ["ticketId": .string(venue.id().rawValue)], as: TicketShop.john).json
        #expect(ticket["status"] == "cancelled" && ticket["inside"] == false && ticket["checkedInAt"]?.string != nil)
    }
}
