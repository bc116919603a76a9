import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Accepting a ticket")
struct AcceptTests {
    @Test("The new ticket is the recipient's, the old code is revoked at the door")
    func accepted() throws {
        let scene = try TransferScene(1), shop = scene.shop
        let old = try scene.code(scene.tickets[0]), before = try scene.ticket(scene.tickets[0]).json
        let id = try scene.offered()
        #expect(try scene.scan(old, nonce: "too-early-1").json["reason"] == "invalid-time")  // Valid still, the doors are closed.
        shop.shard.now = shop.shard.now + .hours(1)
        let answer = try scene.accept(id)
        #expect((answer.status, answer.json["status"]) == (200, "accepted"))
        let new = TicketID(try #require(answer.json["newTicketId"]?.string))
        let ticket = try scene.ticket(new, as: TicketShop.jane).json
        #expect(ticket["attendeeName"] == "Jane Namutebi")
        #expect(ticket["serial"] != before["serial"])
        #expect((ticket["price"], ticket["ticketType"], ticket["orderId"]) == (before["price"], before["ticketType"], before["orderId"]))
        #expect(ticket["purchasedAt"] == .string(shop.shard.now.wholeSeconds.description))
        #expect(ticket["refundableUntil"] == .null)
        #expect(ticket["transferable"] == true)
        let former = try scene.ticket(scene.tickets[0]).json
        #expect((former["status"], former["qr"]) == ("transferred", .null))
        #expect(try scene.ticket(new).status == 404)
        #expect(try scene.list("outgoing", as: TicketShop.john).first?["newTicketId"] == nil)
        #expect(try scene.list("incoming", as: TicketShop.jane).first?["newTicketId"] == .string(new.rawValue))
        #expect(try shop.details(scene.order, as: TicketShop.jane).status == 404)
        #expect(try shop.details(scene.order).json["tickets"]?.array?.map { $0["id"]?.string } == [scene.tickets[0].rawValue])

        shop.shard.now = shop.event().startDate - .hours(1)
        #expect(try scene.scan(old, nonce: "old-code-1").json["reason"] == "revoked")
        #expect(try scene.scan(scene.code(new, as: TicketShop.jane), nonce: "new-code-1").json["result"] == "ok")
        let told = try #require(try scene.shard.published(TicketTransferred.self).first)
        #expect((told.buyerId, told.former.holderId, told.tickets.map(\.holderId)) == ("john", "john", ["jane"]))
    }

    @Test("Only the recipient accepts or declines, only the sender cancels; others learn nothing")
    func parties() throws {
        let scene = try TransferScene(1)
        let id = try scene.offered()
        #expect(try scene.accept(id, as: TicketShop.john).status == 404)
        #expect(try scene.decline(id, as: TicketShop.john).status == 404)
        #expect(try scene.accept(id, as: TransferScene.kato).status == 404)
        #expect(try scene.cancel(id, as: TicketShop.jane).status == 404)
        #expect(try scene.accept("unknown").status == 404)
        #expect(try scene.decline(id).json["status"] == "declined")
        #expect(try scene.decline(id).json["slug"] == "transfer-state")
        #expect(try scene.cancel(id).json["slug"] == "transfer-state")
        #expect(try scene.ticket(scene.tickets[0]).json["transferable"] == true)
        #expect(try scene.cancel(scene.offered()).json["status"] == "cancelled")
    }

    @Test("A link serves any account once; a wrong one is 404, also of who owns the address")
    func link() throws {
        let scene = try TransferScene(1)
        let id = try scene.offered(email: "new@example.com")
        let sealed = try #require(try scene.shard.published(TransferOffered.self).first?.invitation)
        let invitation = try JSON.decode(TransferInvitation.self, from: Array(scene.shard.opened(sealed).utf8))
        let token = String(invitation.url.drop { $0 != "=" }.dropFirst())
        #expect(try scene.accept(id, as: TransferScene.kato).status == 404)
        #expect(try scene.accept(id, token: "wrong", as: TransferScene.kato).status == 404)
        #expect(try scene.accept(id, token: token, as: TicketShop.john).status == 404)
        #expect(try scene.accept(id, token: token, as: TransferScene.kato).json["status"] == "accepted")
        #expect(try scene.accept(id, token: token, as: TransferScene.kato).json["slug"] == "transfer-state")
        #expect(try scene.accept(id, token: token).json["slug"] == "transfer-state")
        #expect(try scene.accept(id, as: TransferScene.kato).json["slug"] == "transfer-state")
        #expect(try scene.list("incoming", as: TransferScene.kato).count == 1)
    }

    @Test("Who proves the address later finds the offer; who changes it loses what was not answered")
    func later() throws {
        let scene = try TransferScene()
        let id = try scene.offered(scene.tickets[0], email: "kato@example.com")
        try scene.shard.markSeen()
        try scene.shard.receive(ContactVerified(userId: "kato", contact: "email", address: "Kato@example.com"))
        #expect(try scene.shard.published(TransferOffered.self).map(\.recipientId) == ["kato"])
        #expect(try scene.list("incoming", as: TransferScene.kato).map { $0["id"]?.string } == [id.rawValue])
        try scene.shard.markSeen()
        #expect(try scene.offer(scene.tickets[1], email: "kato@example.com").status == 201)
        #expect(try scene.shard.published(TransferOffered.self).map(\.invitation) == [nil])
        #expect(try scene.accept(id, as: TransferScene.kato).status == 200)
        try scene.shard.receive(UserUpdated(userId: "kato", name: "Kato", email: "other@example.com", roles: ["attendee"]))
        #expect(try scene.list("incoming", as: TransferScene.kato).map { $0["id"]?.string } == [id.rawValue])
    }

    @Test("An account that comes with a proved address has it from the start")
    func registered() throws {
        let scene = try TransferScene(1)
        _ = try scene.offered(email: "peter@example.com")
        var peter = UserRegistered(userId: "peter", name: "Peter", email: "peter@example.com", roles: ["attendee"])
        peter.verified = ["email"]
        try scene.shard.receive(peter)
        #expect(try scene.list("incoming", as: .user("peter", roles: ["attendee"])).count == 1)
    }

    @Test("Age comes last: too young is 403, an unknown age has to be confirmed and is looked at by the door")
    func age() throws {
        let scene = try TransferScene(2), shop = scene.shop
        try scene.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: shop.event(version: 2, ageRestriction: 18),
                                             changed: ["ageRestriction"], notifyHolders: false))
        let id = try scene.offered(scene.tickets[0])
        let unconfirmed = try scene.accept(id)
        #expect((unconfirmed.status, unconfirmed.json["slug"], unconfirmed.json["members"]?["minimumAge"])
            == (409, "age-confirmation-required", 18))
        try scene.shard.receive(SetHolderBirthDate(userId: "jane", dateOfBirth: CalendarDate("2008-11-27")))
        let young = try scene.accept(id, ageConfirmed: true)
        #expect((young.status, young.json["slug"], young.json["members"]?["minimumAge"]) == (403, "age-restricted", 18))
        try scene.shard.receive(SetHolderBirthDate(userId: "jane", dateOfBirth: CalendarDate("2008-11-26")))
        #expect(try scene.accept(id).status == 200)
        try scene.shard.receive(SetHolderBirthDate(userId: "jane", dateOfBirth: nil))
        let second = try scene.accept(scene.offered(scene.tickets[1]), ageConfirmed: true)
        let sworn = TicketID(try #require(second.json["newTicketId"]?.string))
        shop.shard.now = shop.event().startDate - .hours(1)
        #expect(try scene.scan(scene.code(sworn, as: TicketShop.jane)).json["attention"] == "check-id-18")
    }

    @Test("A received ticket may be handed on, also back")
    func onward() throws {
        let scene = try TransferScene(1)
        let janes = try scene.received(scene.offered())
        #expect(try scene.offer(janes, as: TicketShop.john).status == 404)
        try scene.shard.receive(ContactVerified(userId: "john", contact: "email", address: "john@example.com"))
        let johns = try scene.received(scene.offered(janes, email: "john@example.com", as: TicketShop.jane), as: TicketShop.john)
        #expect(try scene.ticket(johns).json["refundableUntil"] == .null)
        #expect(try scene.ticket(janes, as: TicketShop.jane).json["status"] == "transferred")
        #expect(try scene.shop.details(scene.order).json["tickets"]?.array?.map { $0["status"]?.string } == ["transferred", "valid"])
    }
}
