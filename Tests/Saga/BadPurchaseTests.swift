import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

/// What nobody may buy. Nothing is held, charged or sold by it.
@Suite("Purchases that are refused")
struct BadPurchaseTests {
    /// Another tenant's event has this ticket type; here nobody has it.
    static let foreign: TicketTypeID = "00000000-0000-4000-8000-00000f001001"

    private func refusal(_ story: SagaStory, type: TicketTypeID = TicketSaleFixture.regular.id, quantity: Int,
                         expectedTotal: Money? = nil) throws -> (status: Int, slug: String, fields: [String]) {
        let command = PlaceTicketOrder(eventId: TicketSaleFixture.event, items: [TicketLine(ticketTypeId: type, quantity: quantity)],
                                       expectedTotal: expectedTotal)
        let reply = try story.fixture.orders.send(command, as: SagaStory.john, id: "bad-request")
        try story.fixture.settle()
        let answer = try reply.map { ($0.status, $0.json) } ?? #require(try story.fixture.orders.answer(to: "bad-request"))
        return (answer.0, answer.1["slug"]?.string ?? "", (answer.1["errors"]?.object ?? [:]).keys.sorted())
    }
    private func expectNothing(_ story: SagaStory) throws {
        #expect(try story.fixture.knownOrders().allSatisfy { $0.status == "refused" })
        #expect(try story.fixture.payments.count(of: "payment") == 0)
        #expect(try story.holders() == [])
        try story.expectTruth()
    }

    @Test("No tickets, fewer than none, more than an order may have, more than there are, more than a number holds", arguments: [
        (0, "items.0.quantity"), (-1, "items.0.quantity"), (Int.min, "items.0.quantity"), (5, "items"), (11, "items"),
        (Int.max, "items.0.quantity"),
    ])
    func quantities(quantity: Int, field: String) throws {
        let story = try SagaStory(seed: 1)
        let refused = try refusal(story, quantity: quantity)
        #expect(refused.status == 422 && refused.fields == [field])
        try expectNothing(story)
    }

    @Test("Eleven of ten in three orders: the last one is refused, and is told that too few are left")
    func tooMany() throws {
        let story = try SagaStory(seed: 1)
        _ = try story.buy(4, as: SagaStory.jane)
        _ = try story.buy(2, as: SagaStory.alice)
        let refused = try refusal(story, quantity: 2)
        #expect(refused.status == 409 && refused.slug == "not-enough-tickets")
        #expect(try story.holders().count == 6)
        try story.expectTruth()
    }

    @Test("A ticket type of another tenant is not known here")
    func otherTenant() throws {
        let story = try SagaStory(seed: 1)
        let refused = try refusal(story, type: Self.foreign, quantity: 1)
        #expect(refused.status == 422 && refused.fields == ["items"])
        try expectNothing(story)
    }

    @Test("The price is another one than the buyer saw: refused; the new price is taken")
    func priceChanged() throws {
        let story = try SagaStory(seed: 1)
        #expect(try story.change(["price": ["amount": 60_000, "currency": "UGX"]])?.status == 200)
        let refused = try refusal(story, quantity: 2, expectedTotal: Money(100_000, .ugx))
        #expect(refused.status == 409 && refused.slug == "price-changed")
        try expectNothing(story)
    }

    @Test("Buyers pay the price at which their seats are held, also when it changes meanwhile")
    func heldPrice() throws {
        let story = try SagaStory(seed: 1)
        let order = try story.place(2)
        #expect(try story.change(["price": ["amount": 60_000, "currency": "UGX"]])?.status == 200)
        try story.pay(order)
        try story.wait(.seconds(4))
        #expect(try story.details(order)["total"]?["amount"] == 100_000 && story.status(order) == "completed")
        try story.expectTruth()
    }

    @Test("After the start nothing is sold")
    func closed() throws {
        let story = try SagaStory(seed: 1)
        try story.wait(.days(5))
        let refused = try refusal(story, quantity: 1)
        #expect(refused.status == 409 && refused.slug == "sales-closed")
        try expectNothing(story)
    }

    @Test("Submitted twice, it is one order, and paid twice, it is one payment")
    func twice() throws {
        let story = try SagaStory(seed: 1)
        let command = PlaceTicketOrder(eventId: TicketSaleFixture.event, items: [TicketLine(ticketTypeId: "regular", quantity: 2)])
        for _ in 1...2 { try story.fixture.orders.send(command, as: SagaStory.john, id: "the-same-request") }
        try story.fixture.settle()
        let order = try #require(try story.fixture.knownOrders().first)
        #expect(try story.fixture.knownOrders().count == 1)
        for _ in 1...2 { try story.pay(order) }
        try story.wait(.seconds(4))
        try story.pay(order)
        try story.wait(.minutes(1))
        #expect(try story.holders() == ["john", "john"])
        try story.expectTruth()
    }
}
