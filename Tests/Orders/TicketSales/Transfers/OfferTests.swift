import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Offering a ticket to somebody else")
struct OfferTests {
    @Test("The answer is the same whether or not the address has an account, and hides most of it")
    func answer() throws {
        let scene = try TransferScene()
        let known = try scene.offer(scene.tickets[0], message: "See you")
        let unknown = try scene.offer(scene.tickets[1], email: "nobody@example.com")
        #expect((known.status, unknown.status) == (201, 201))
        #expect(known.json.object?.keys.sorted() == unknown.json.object.map { ($0.keys + ["message"]).sorted() })
        #expect(known.json["to"] == "j•••@example.com")
        #expect(known.json["status"] == "pending")
        #expect(known.json["from"] == ["name": "John Okello"])
        #expect(known.json["message"] == "See you")
        #expect(known.json["event"]?["startDate"] == known.json["expiresAt"])
        #expect(known.json["ticketType"]?["name"] == "Regular")
        #expect(try scene.offer(scene.tickets[0]).json["members"]?["reason"] == "pending")
    }

    @Test("A phone number shows its last three digits; national numbers get the country")
    func phone() throws {
        let scene = try TransferScene()
        #expect(try scene.offer(email: nil, phone: "0700 123 456").json["to"] == "•••456")
        let offered = try #require(try scene.shard.published(TransferOffered.self).last)
        let invitation = try JSON.decode(TransferInvitation.self, from: Array(scene.shard.opened(try #require(offered.invitation)).utf8))
        #expect(invitation.to == "+256700123456")
        #expect(invitation.channel == "sms")
    }

    @Test("An account with the address is told; any other address gets a link that stands nowhere in clear")
    func delivery() throws {
        let scene = try TransferScene()
        _ = try scene.offer(scene.tickets[0])
        _ = try scene.offer(scene.tickets[1], email: "kato@example.com")  // An account, but the address is not proved.
        let offers = try scene.shard.published(TransferOffered.self)
        #expect(offers.map(\.recipientId) == ["jane", nil])
        #expect(offers[0].invitation == nil)
        let text = try scene.shard.opened(try #require(offers[1].invitation))
        let invitation = try JSON.decode(TransferInvitation.self, from: Array(text.utf8))
        #expect(invitation.to == "kato@example.com")
        let token = try #require(invitation.url.firstMatch(of: /\?token=([A-Za-z0-9_-]{43})$/)?.1)
        #expect(try scene.shard.columns(holding: String(token)).isEmpty)
        #expect(try scene.shard.columns(holding: invitation.url).isEmpty)
    }

    @Test("The address is checked after the ticket: 404, then 422")
    func invalid() throws {
        let scene = try TransferScene()
        #expect(try scene.offer("unknown", email: nil).status == 404)
        #expect(try scene.offer(as: TicketShop.jane).status == 404)
        #expect(try scene.offer(email: nil).json["errors"]?["to"] != nil)
        let toNobody = OfferTicket(ticketId: scene.tickets[0], to: nil, message: String(repeating: "x", count: 201))
        #expect(try scene.shard.send(toNobody, as: TicketShop.jane)?.status == 404)
        #expect(try scene.shard.send(toNobody, as: TicketShop.john)?.json["errors"]?.object?.keys.sorted() == ["message", "to"])
        #expect(try scene.offer(phone: "+256700123456").json["errors"]?["to"] != nil)
        #expect(try scene.offer(email: "jane@").json["errors"]?["to.email"] != nil)
        #expect(try scene.offer(email: nil, phone: "12").json["errors"]?["to.phone"] != nil)
        #expect(try scene.offer(email: "JOHN@example.com").json["errors"]?["to"] != nil)
        #expect(try scene.offer(message: String(repeating: "x", count: 201)).json["errors"]?["message"] != nil)
        #expect(try scene.shard.published(TransferOffered.self).isEmpty)
    }

    @Test("What stands in the way is said in one order, and shows in the ticket", arguments: [
        "used", "not-valid", "blocked", "not-transferable", "started", "pending",
    ])
    func obstacles(_ reason: String) throws {
        let scene = try TransferScene(1), shop = scene.shop
        #expect(try scene.ticket(scene.tickets[0]).json["transferable"] == true)
        switch reason {
        case "used":
            shop.shard.now = shop.event().startDate - .hours(1)
            #expect(try scene.scan(scene.code(scene.tickets[0])).json["result"] == "ok")
        case "not-valid": try scene.shard.send(RequestRefund(orderId: scene.order.id, reason: "cannot come"), as: TicketShop.john)
        case "blocked": try scene.shard.send(BlockTicket(ticketId: scene.tickets[0], reason: "stolen"), as: TicketShop.bob)
        case "not-transferable":
            try scene.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: shop.event(version: 2, transferable: false),
                                                 changed: ["transferable"], notifyHolders: false))
        case "started": shop.shard.now = shop.event().startDate
        default: _ = try scene.offer()
        }
        let refused = try scene.offer(email: "alice@example.com")
        #expect((refused.status, refused.json["slug"]) == (409, "ticket-not-transferable"))
        #expect(refused.json["members"]?["reason"] == .string(reason))
        #expect(try scene.ticket(scene.tickets[0]).json["transferable"] == false)
    }

    @Test("Lists: by direction, newest first, and only one's own")
    func lists() throws {
        let scene = try TransferScene()
        let first = try scene.offered(scene.tickets[0])
        scene.shop.shard.now = scene.shop.shard.now + .seconds(1)
        let second = try scene.offered(scene.tickets[1], email: "kato@example.com")
        func ids(_ direction: String?, _ user: Principal) throws -> [String?] {
            try scene.list(direction, as: user).map { $0["id"]?.string }
        }
        #expect(try ids("outgoing", TicketShop.john) == [second.rawValue, first.rawValue])
        #expect(try ids(nil, TicketShop.john) == [second.rawValue, first.rawValue])
        #expect(try ids("incoming", TicketShop.john).isEmpty)
        #expect(try ids("incoming", TicketShop.jane) == [first.rawValue])
        #expect(try ids(nil, TransferScene.kato).isEmpty)
        let refused = try scene.shard.ask(TransfersOfUser.self, ["direction": "sideways"], as: TicketShop.john)
        #expect(refused.json["errors"]?["direction"] != nil)
    }
}
