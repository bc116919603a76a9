import Contracts
import Kernel
import Messaging
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("Summaries of sales")
struct SalesSummaryTests {
    private func sale(_ order: OrderID) -> OrderCompleted {
        OrderCompleted(orderId: order, number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1", title: "Tech Summit e-1",
                       items: [ClaimedLine(ticketTypeId: "tt", name: "Regular", quantity: 1, unitPrice: Money(1000, .ugx))],
                       total: Money(1000, .ugx), fee: .zero(.ugx))
    }

    @Test("A summary counts every sale, also those that came while another one waited")
    func merged() throws {
        let scene = try EventPassScene()
        func sell(_ order: OrderID) throws { try scene.shard.receive(sale(order)) }
        // The first goes out at once, the others wait for the minute to pass, as one.
        for order: OrderID in ["o-1", "o-2", "o-3"] { try sell(order) }
        #expect(try scene.shard.send(SetPreferences(document: ["digestMode": "daily"]), as: EventPassScene.bob)?.status == 200)
        try sell("o-4")
        try scene.go(to: 2, 8, 1)
        let summary = try scene.feed(EventPassScene.bob).first { $0["type"] == "daily-sales-summary" }
        #expect(summary?["body"] == "3 sales since the last summary: Tech Summit e-1.")
    }

    @Test("A sale that a jump of the clock brings after the summary of its hour has left is told by a summary of its own")
    func afterItsHour() throws {
        let scene = try EventPassScene()
        #expect(try scene.shard.send(SetPreferences(document: ["digestMode": "hourly"]), as: EventPassScene.bob)?.status == 200)
        try scene.shard.receive(sale("o-1"))
        try scene.go(to: 1, 13)
        try scene.shard.deliver(Envelope(id: "late-sale", type: OrderCompleted.type, source: "/orders",
                                         time: EventPassScene.monday + .minutes(50), tenant: "eventpass", correlationID: "test",
                                         value: try JSON.encode(sale("o-2"))))
        try scene.shard.advance(by: .seconds(1))
        let summaries = try scene.feed(EventPassScene.bob).filter { $0["type"] == "hourly-sales-summary" }
        #expect(summaries.map { $0["body"] } == ["1 sale: Tech Summit e-1.", "1 sale: Tech Summit e-1."])
        for summary in summaries { #expect(try scene.decisions(of: summary["id"], EventPassScene.bob) == ["send"]) }
    }
}
