import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("Sales that were refunded")
struct RefundedSaleTests {
    /// Bob hears of his sales every morning; John buys two tickets.
    private func scene() throws -> EventPassScene {
        let scene = try EventPassScene()
        try scene.shard.receive(EventPublished(eventId: "e-1", event: EventPassScene.event(), imported: true))
        #expect(try scene.shard.send(SetPreferences(document: ["digestMode": "daily"]), as: EventPassScene.bob)?.status == 200)
        try sell("o-1", scene)
        return scene
    }
    private func sell(_ order: OrderID, _ scene: EventPassScene) throws {
        try scene.shard.receive(
            OrderCompleted(orderId: order, number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1", title: "Tech Summit e-1",
                           items: [ClaimedLine(ticketTypeId: "tt", name: "Regular", quantity: 2, unitPrice: Money(1000, .ugx))],
                           total: Money(2000, .ugx), fee: .zero(.ugx)))
    }
    private func end(_ ticket: Int, _ scene: EventPassScene, reason: String = "refund") throws {
        let ticket = IssuedTicket(ticketId: TicketID("t-\(ticket)"), ticketTypeId: "tt", holderId: "john", serial: "S-\(ticket)")
        try scene.shard.receive(TicketsCancelled(orderId: "o-1", eventId: "e-1", tickets: [ticket], reason: reason))
    }
    private func summary(_ scene: EventPassScene) throws -> (text: String?, reasons: JSONValue?) {
        try scene.go(to: 2, 8, 1)
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "bob", "type": "daily-sales-summary"],
                                          as: EventPassScene.dora).json["data"]?.array
        return (try scene.feed(EventPassScene.bob).first { $0["type"] == "daily-sales-summary" }?["body"]?.string,
                records?.first?["reasons"])
    }

    @Test("Once all its tickets are refunded, a sale is in no summary, and a summary without sales is none")
    func whole() throws {
        let scene = try scene()
        for ticket in 1...2 { try end(ticket, scene) }
        let (text, reasons) = try summary(scene)
        #expect(text == nil && reasons == ["digest_empty"])
    }

    @Test("A sale of which a ticket is left stays in the summary, and so does one whose buyer lost the tickets without a refund",
          arguments: ["refund", "account-erased"])
    func partly(reason: String) throws {
        let scene = try scene()
        try end(1, scene, reason: reason)
        // The same ticket once more counts once.
        try end(1, scene, reason: reason)
        if reason != "refund" { try end(2, scene, reason: reason) }
        #expect(try summary(scene).text == "1 sale since the last summary: Tech Summit e-1.")
    }

    @Test("Other sales of the event stay in the summary")
    func others() throws {
        let scene = try scene()
        try sell("o-2", scene)
        for ticket in 1...2 { try end(ticket, scene) }
        #expect(try summary(scene).text == "1 sale since the last summary: Tech Summit e-1.")
    }
}
