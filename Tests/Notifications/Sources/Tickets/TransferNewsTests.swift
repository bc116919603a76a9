import Contracts
import Kernel
import Messaging
import NotificationsService
import ServiceKit
import TestKit
import Testing

@Suite("What is told of tickets that are handed over")
struct TransferNewsTests {
    private static let sold = IssuedTicket(ticketId: "o-1-0", ticketTypeId: "tt", holderId: "john", serial: "S")
    private static let taken = IssuedTicket(ticketId: "t-2", ticketTypeId: "tt", holderId: "alice", serial: "T")

    private func offered(to recipient: User.ID?, invitation: SealedValue? = nil) -> TransferOffered {
        let event = EventPassScene.event()
        return TransferOffered(transferId: "tr-1", orderId: "o-1", eventId: event.eventId, event: event, ticketId: "o-1-0",
                               ticketTypeId: "tt", senderId: "john", recipientId: recipient, expiresAt: event.startDate,
                               invitation: invitation)
    }
    private var transferred: TicketTransferred {
        let event = EventPassScene.event()
        return TicketTransferred(transferId: "tr-1", orderId: "o-1", eventId: event.eventId, event: event, buyerId: "john",
                                 former: Self.sold, tickets: [Self.taken])
    }
    private func invitation(_ channel: String, _ address: String, in scene: EventPassScene) throws -> SealedValue {
        let link = TransferInvitation(channel: channel, to: address, url: "https://eventpass.ug/transfers/tr-1?token=s3cr-et_token")
        let text = String(decoding: try JSON.encode(link), as: UTF8.self)
        return try JSON.decode(SealedValue.self, from: JSON.encode(scene.shard.sealed(text)))
    }

    @Test("An account reads who offers what, once")
    func account() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(offered(to: "alice"))
        try scene.shard.receive(offered(to: "alice"))
        let items = try scene.feed(EventPassScene.alice).filter { $0["type"] == "transfer-offered" }
        #expect(items.map { $0["title"] } == ["A ticket for you: Tech Summit e-1"])
        #expect(items.first?["body"]?.string?.hasPrefix("john offers you a ticket for Tech Summit e-1, ") == true)
        #expect(items.first?["category"] == "transactional")
    }

    @Test("An address without an account gets the link, and nothing of it stands in an event", arguments: [
        ("email", "new@example.org"), ("sms", "+256700123456"),
    ])
    func address(_ channel: String, _ address: String) throws {
        let scene = try EventPassScene()
        try scene.shard.receive(offered(to: nil, invitation: invitation(channel, address, in: scene)))
        let sent = try scene.outbox(channel).filter { $0["template"] == "transfer-invitation" }
        #expect(sent.map { $0["to"] } == [.string(address)])
        #expect(sent.first?["text"]?.string?.hasSuffix("?token=s3cr-et_token") == true)
        #expect(sent.first?["text"]?.string?.hasPrefix("john offers you a ticket") == true)
        #expect((sent.first?["subject"] != nil && sent.first?["subject"] != .null) == (channel == "email"))
        let told = try scene.shard.publishedTypes()
        #expect(!told.contains(NotificationCreated.type.rawValue))
    }

    @Test("An invitation that names its sender goes with the sender's account")
    func erasedSender() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(offered(to: nil, invitation: invitation("email", "new@example.org", in: scene)))
        #expect(try scene.outbox("email").contains { $0["template"] == "transfer-invitation" })
        try scene.shard.receive(UserErased(userId: "john"))
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.outbox("email").allSatisfy { $0["template"] != "transfer-invitation" })
    }

    @Test("From the start on no link leaves")
    func late() throws {
        let scene = try EventPassScene()
        let link = try invitation("email", "new@example.org", in: scene)
        try scene.shard.advance(by: .days(5))
        try scene.shard.receive(offered(to: nil, invitation: link))
        #expect(try scene.outbox("email").allSatisfy { $0["template"] != "transfer-invitation" })
    }

    @Test("The sender hears that it was taken; what is said to holders reaches the new one alone")
    func taken() throws {
        let scene = try EventPassScene()
        try scene.issue(["john"])
        try scene.shard.receive(transferred)
        let told = try scene.feed().filter { $0["type"] == "transfer-accepted" }
        #expect(told.map { $0["body"] } == ["alice accepted your ticket for Tech Summit e-1."])
        #expect(try scene.feed(EventPassScene.alice).allSatisfy { $0["type"] != "transfer-accepted" })
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: EventPassScene.event(version: 2), reason: "Rain", deleted: false,
                                               attendeeCount: 1))
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(EventPassScene.alice).contains { $0["type"] == "event-cancelled" })
        #expect(try scene.feed().allSatisfy { $0["type"] != "event-cancelled" })
    }

    @Test("A person who is gone is named in nobody's feed")
    func erased() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(offered(to: "alice"))
        try scene.shard.receive(UserErased(userId: "john"))
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(EventPassScene.alice).allSatisfy { $0["type"] != "transfer-offered" })
    }
}
