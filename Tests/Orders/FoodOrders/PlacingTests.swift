import Contracts
import Kernel
import OrdersFood
import OrdersService
import TestKit
import Testing

@Suite("Food orders: placing")
struct PlacingTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    init() throws { kitchen = try FoodKitchen() }

    @Test("A cash order is answered once the catalog's claim is made, and its restaurant sees it at once")
    func cash() throws {
        let asked = try kitchen.ask()
        #expect(try shard.answer(to: asked.request) == nil)
        let claim = try #require(asked.claim)
        #expect((claim.method, claim.customerId) == ("cash", "noura"))
        try shard.receive(kitchen.claimed(claim))
        let answer = try #require(try shard.answer(to: asked.request)).body
        #expect(answer["status"] == "pending" && answer["statusLabel"] == "قيد الانتظار" && answer["number"] == "SF-100001")
        #expect(answer["payment"]?["status"] == "due_on_delivery")
        #expect(answer["createdAt"] == "2026-11-21T07:00:00Z" && answer["deadlineAt"] == "2026-11-21T07:10:00Z")
        #expect(answer["totals"]?["total"]?["amount"] == 7800)
        #expect(answer["allowedActions"] == ["cancel", "message", "share"])
        #expect(answer["cancellationFee"]?["amount"] == 0 && answer["version"] == 1)
        #expect(try shard.published(FoodOrderPlaced.self).count == 1)
        #expect(try shard.published(OrderReleased.self).map(\.acceptBy) == [FoodKitchen.opening + .minutes(10)])
        #expect(try kitchen.order(claim.orderId, as: FoodKitchen.salman)["allowedActions"] == ["accept", "reject", "message"])
    }

    @Test("The same claim twice makes one order, and numbers rise")
    func twice() throws {
        let asked = try kitchen.ask()
        let claim = try #require(asked.claim)
        try shard.receive(kitchen.claimed(claim))
        try shard.receive(kitchen.claimed(claim))
        #expect(try shard.count(of: "food_order") == 1)
        #expect(try shard.published(ReleaseQuote.self).isEmpty)
        _ = try kitchen.place()
        #expect(try shard.published(FoodOrderPlaced.self).map(\.order.number) == ["SF-100002"])
    }

    @Test("A refused claim leaves no order and answers with the catalog's words")
    func refused() throws {
        let asked = try kitchen.ask()
        let claim = try #require(asked.claim)
        try shard.receive(QuoteRefused(
            claimId: claim.claimId, orderId: claim.orderId, slug: "quote-not-orderable", status: 409, detail: "No.",
            problems: [QuoteProblem(code: "restaurant-closed", message: "مغلق")]))
        let answer = try #require(try shard.answer(to: asked.request))
        #expect(answer.status == 409)
        #expect(answer.body["slug"] == "quote-not-orderable")
        #expect(try shard.count(of: "food_order") == 0 && shard.count(of: "food_request") == 0)
        #expect(try shard.timers().isEmpty)
    }

    @Test("Without an answer of the catalog the customer hears it after thirty seconds, and a later claim is given back")
    func overdue() throws {
        let asked = try kitchen.ask()
        let claim = try #require(asked.claim)
        try shard.advance(by: .seconds(29))
        #expect(try shard.answer(to: asked.request) == nil)
        try shard.advance(by: .seconds(1))
        #expect(try shard.answer(to: asked.request)?.status == 503)
        #expect(try shard.published(ReleaseQuote.self).count == 1)
        try shard.receive(kitchen.claimed(claim))
        #expect(try shard.published(ReleaseQuote.self).count == 2)
        #expect(try shard.count(of: "food_order") == 0)
    }

    @Test("A customer has three orders at once, those included that wait for their claim")
    func limit() throws {
        _ = try kitchen.place()
        _ = try kitchen.place("card")
        let waiting = try kitchen.ask()
        let fourth = try kitchen.ask()
        #expect(try shard.answer(to: fourth.request)?.body["slug"] == "too-many-active-orders")
        // Another customer is not concerned.
        _ = try kitchen.place(as: FoodKitchen.fahad)
        try shard.receive(QuoteRefused(claimId: try #require(waiting.claim).claimId, orderId: try #require(waiting.claim).orderId,
                                       slug: "quote-expired", status: 409, detail: "Too late."))
        _ = try kitchen.place()
    }

    @Test("Orders whose time is over do not count among the three, also before their timers fired")
    func limitAfterDeadlines() throws {
        for method in ["cash", "card", "cash"] { _ = try kitchen.place(method) }
        shard.now = FoodKitchen.opening + .seconds(599)
        let early = try kitchen.ask()
        #expect(try shard.answer(to: early.request)?.body["slug"] == "too-many-active-orders")
        shard.now = FoodKitchen.opening + .minutes(10)
        let next = try kitchen.place()
        #expect(try kitchen.status(next.id) == "pending")
        #expect(try shard.published(FoodOrderCancelled.self).count == 3)
    }

    @Test("What is wrong with the request is said at once, every field of it")
    func fields() throws {
        let reply = try #require(try shard.send(PlaceFoodOrder(
            quoteId: "q", payment: .init(method: "cash"), address: .init(line: "ab", phone: "12"), note: nil, leaveAtDoor: true),
            as: FoodKitchen.noura))
        #expect(reply.status == 422)
        #expect(Set(reply.json["errors"]?.object?.keys.map { $0 } ?? []) == ["address.line", "address.phone", "leaveAtDoor"])
    }

    @Test("Phone numbers are read as people type them", arguments: [
        ("0500000101", "+966500000101"), ("٠٥٠٠٠٠٠١٠١", "+966500000101"), ("+966 50 000 0101", "+966500000101"),
        ("00966500000101", "+966500000101"), ("500000101", "+966500000101"), ("+33612345678", "+33612345678"),
    ])
    func phones(_ typed: String, _ number: String) throws {
        #expect(try FoodKitchen.definition.phone(typed, readBy: .orders) == number)
    }

    @Test("What is not a phone number is refused", arguments: ["", "12", "+966", "+96650000010", "05000001011", "abc", "+966050000010"])
    func notPhones(_ typed: String) throws { #expect(try FoodKitchen.definition.phone(typed, readBy: .orders) == nil) }
}
