import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("How an offer of a ticket ends without an answer")
struct EndingTests {
    @Test("With the second of the start, which moves; what is expired stays so")
    func expiry() throws {
        let scene = try TransferScene(1), shop = scene.shop, start = shop.event().startDate
        let id = try scene.offered()
        try scene.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: shop.event(version: 2, startDate: start + .days(1)),
                                             changed: ["startDate"], notifyHolders: true))
        #expect(try scene.list(as: TicketShop.jane).first?["expiresAt"] == .string((start + .days(1)).description))
        shop.shard.now = start + .days(1) - .milliseconds(1)
        #expect(try scene.status() == "pending")
        shop.shard.now = start + .days(1)
        #expect(try scene.status() == "expired")
        for refused in [try scene.accept(id), try scene.decline(id), try scene.cancel(id)] {
            #expect((refused.status, refused.json["slug"]) == (410, "transfer-expired"))
        }
        try scene.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: shop.event(version: 3, startDate: start + .days(9)),
                                             changed: ["startDate"], notifyHolders: true))
        #expect(try scene.status() == "expired")
        #expect(try scene.accept(id).status == 410)
        #expect(try scene.ticket(scene.tickets[0]).json["transferable"] == true)
        #expect(try scene.offer().status == 201)
    }

    @Test("One that ended otherwise stays 409 after the start")
    func settled() throws {
        let scene = try TransferScene(1)
        let id = try scene.offered()
        #expect(try scene.cancel(id).status == 200)
        scene.shop.shard.now = scene.shop.event().startDate
        #expect(try scene.accept(id).json["slug"] == "transfer-state")
        #expect(try scene.status() == "cancelled")
    }

    @Test("An entry, a refund, a block, the event's cancellation and the sender's erasure cancel it in the same step", arguments: [
        "entry", "refund", "block", "event", "sender",
    ])
    func cancelled(_ cause: String) throws {
        let scene = try TransferScene(1), shop = scene.shop
        let id = try scene.offered()
        switch cause {
        case "entry":
            shop.shard.now = shop.event().startDate - .hours(1)
            #expect(try scene.scan(scene.code(scene.tickets[0])).json["result"] == "ok")
        case "refund": try scene.shard.send(RequestRefund(orderId: scene.order.id, reason: "cannot come"), as: TicketShop.john)
        case "block": try scene.shard.send(BlockTicket(ticketId: scene.tickets[0], reason: "stolen"), as: TicketShop.bob)
        case "event":
            try scene.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 2), reason: "rain",
                                                   deleted: false, attendeeCount: 1))
        default: try scene.shard.receive(UserErased(userId: "john"))
        }
        #expect(try scene.accept(id).json["slug"] == "transfer-state")
        #expect(try scene.list("incoming", as: TicketShop.jane).first?["status"] == "cancelled")
    }

    @Test("A refused scan, a new code and an event that forbids it later leave it open")
    func open() throws {
        let scene = try TransferScene(1), shop = scene.shop
        let id = try scene.offered()
        #expect(try scene.scan(scene.code(scene.tickets[0])).json["result"] == "refused")
        try scene.shard.send(ReissueTicket(ticketId: scene.tickets[0]), as: TicketShop.john)
        try scene.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: shop.event(version: 2, transferable: false),
                                             changed: ["transferable"], notifyHolders: false))
        #expect(try scene.status() == "pending")
        #expect(try scene.accept(id).status == 200)
    }

    @Test("An entry after the start leaves it expired")
    func late() throws {
        let scene = try TransferScene(1)
        let id = try scene.offered()
        scene.shop.shard.now = scene.shop.event().startDate + .minutes(5)
        #expect(try scene.scan(scene.code(scene.tickets[0])).json["result"] == "ok")
        #expect(try scene.cancel(id).status == 410)
    }

    @Test("A request that is sent again is not answered with the name of an erased person")
    func storedAnswers() throws {
        let scene = try TransferScene(3)
        func send(_ command: some Message, _ id: String? = nil, as user: Principal = TicketShop.jane) throws -> JSONValue? {
            try scene.shard.send(command, as: user, id: id)?.json
        }
        let accept = AcceptTransfer(transferId: try scene.offered())
        let decline = DeclineTransfer(transferId: try scene.offered(scene.tickets[1]))
        #expect(try send(accept, "accept")?["from"]?["name"] == "John Okello")
        #expect(try send(decline, "decline")?["from"]?["name"] == "John Okello")
        try scene.erase("john")
        #expect(try send(accept, "accept")?["slug"] == "service-unavailable" && send(decline, "decline")?["slug"] == "service-unavailable")
        // "Try again": the gateway sends it anew.
        #expect(try send(accept)?["slug"] == "transfer-state" && send(decline)?["slug"] == "transfer-state")
    }

    @Test("Nothing of an erased person stays: what they wrote, their address, their birthday")
    func erased() throws {
        let scene = try TransferScene(1)
        _ = try scene.offer(message: "Rosebud")
        try scene.shard.receive(SetHolderBirthDate(userId: "jane", dateOfBirth: CalendarDate("1998-03-01")))
        try scene.erase("john")
        #expect(try scene.shard.columns(holding: "Rosebud").isEmpty)
        try scene.erase("jane")
        #expect(try (scene.shard.count(of: "verified_address"), scene.shard.count(of: "birth_date")) == (0, 0))
        #expect(try scene.shard.columns(holding: "j•••@example.com").isEmpty)
        #expect(try scene.list(as: TicketShop.jane).isEmpty)
    }
}
