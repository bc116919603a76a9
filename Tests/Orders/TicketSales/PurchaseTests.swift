import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Buying tickets")
struct PurchaseTests {
    @Test("A free order is answered with its tickets as the catalog sells its seats; nothing is left to confirm")
    func freeOrder() throws {
        let shop = try TicketShop()
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 2)])
        try shop.shard.receive(shop.claimed(order, sold: true))
        #expect(try shop.shard.published(ConfirmClaim.self).isEmpty && shop.shard.timers().isEmpty)
        let answer = try #require(try shop.shard.answer(to: order.request))
        #expect(answer.status == 201 && answer.body["status"] == "completed")
        #expect(try shop.shard.published(TicketsIssued.self).map(\.tickets.count) == [2])
        #expect(try shop.shard.published(OrderCompleted.self).count == 1)
        // A confirmation that comes all the same, or the same claim again, issues nothing more.
        try shop.confirm(order)
        try shop.shard.receive(shop.claimed(order, sold: true))
        #expect(try shop.shard.published(TicketsIssued.self).count == 1)
        #expect(try shop.shard.published(ReturnStock.self).isEmpty && shop.shard.published(ReleaseClaim.self).isEmpty)
    }

    @Test("Free seats that were sold to an order that had given up go back, once")
    func soldTooLate() throws {
        let shop = try TicketShop()
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 2)])
        try shop.shard.advance(by: .seconds(30))
        #expect(try shop.shard.answer(to: order.request)?.status == 503)
        for _ in 0..<2 { try shop.shard.receive(shop.claimed(order, sold: true)) }
        let returns = try shop.shard.published(ReturnStock.self)
        #expect(Set(returns.map(\.returnId)) == [order.claim.rawValue])
        #expect(returns.allSatisfy { $0.lines.map(\.quantity) == [2] && $0.refundedTotal == 0 })
        #expect(try shop.status(order) == "cancelled" && shop.shard.published(TicketsIssued.self).isEmpty)
    }

    @Test("A catalog of an earlier release only holds free seats: they are confirmed, then the order has its tickets")
    func freeSeatsHeld() throws {
        let shop = try TicketShop()
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 2)], attendees: ["Ann Amongin", "Ben Byaruhanga"])
        #expect(try shop.shard.publishedTypes() == ["catalog.place-claim.v1", "orders.order-placed.v1"])
        #expect(try shop.shard.timers().count == 1)
        #expect(try shop.shard.answer(to: order.request) == nil)
        try shop.shard.receive(shop.claimed(order))
        #expect(try shop.shard.published(ConfirmClaim.self).map(\.claimId) == [order.claim])
        #expect(try shop.shard.timers().isEmpty)
        try shop.confirm(order)
        let answer = try #require(try shop.shard.answer(to: order.request))
        #expect(answer.status == 201)
        #expect(answer.body["status"] == "completed")
        #expect(answer.body["payment"] == .null)
        #expect(answer.body["tickets"]?.array?.map { $0["attendeeName"]?.string } == ["Ann Amongin", "Ben Byaruhanga"])
        #expect(try shop.shard.published(TicketsIssued.self).first?.tickets.count == 2)
        #expect(try shop.shard.published(OrderCompleted.self).first?.fee == Money(0, .ugx))
        #expect(try shop.shard.deadLetters().isEmpty)
    }

    @Test("Names follow the lines as they were ordered, also when the catalog adds up lines of one type")
    func namesOfSplitLines() throws {
        let shop = try TicketShop()
        func line(_ type: TicketTypeID, _ quantity: Int) -> TicketLine { TicketLine(ticketTypeId: type, quantity: quantity) }
        let order = try shop.place([line(TicketShop.regular, 1), line(TicketShop.free, 1), line(TicketShop.regular, 1)],
                                   attendees: ["Ann Amongin", "Ben Byaruhanga", "Cate Cheptegei"])
        let added = TicketShop.Placed(request: order.request, id: order.id, claim: order.claim,
                                      items: [line(TicketShop.regular, 2), line(TicketShop.free, 1)])
        try shop.pay(order, try shop.hold(added))
        try shop.confirm(order)
        let tickets = try #require(try shop.details(order).json["tickets"]?.array)
        #expect(tickets.map { $0["ticketType"]?["name"]?.string } == ["Regular", "Regular", "Free"])
        #expect(tickets.map { $0["attendeeName"]?.string } == ["Ann Amongin", "Cate Cheptegei", "Ben Byaruhanga"])
    }

    @Test("An order by a waitlist offer claims the seats the offer keeps")
    func waitlistOffer() throws {
        let shop = try TicketShop()
        let line = TicketLine(ticketTypeId: TicketShop.regular, quantity: 2)
        try shop.shard.send(PlaceTicketOrder(eventId: TicketShop.eventID, items: [line], waitlistOfferId: "offer-7"), as: TicketShop.john,
                            id: "request-by-offer")
        #expect(try shop.shard.published(PlaceClaim.self).map(\.offerId) == ["offer-7"])
    }

    @Test("A paid order is answered when its payment can start, and has its tickets when it is paid")
    func paidOrder() throws {
        let shop = try TicketShop()
        let order = try shop.place(attributes: ["x-sandbox-payment": "late"])
        try shop.shard.receive(shop.claimed(order))
        #expect(try shop.shard.answer(to: order.request) == nil)
        #expect(try shop.shard.published(CreateIntent.self).first?.sandbox == "late")
        let payment = try shop.hold(order)
        let answer = try #require(try shop.shard.answer(to: order.request))
        #expect(answer.status == 201)
        #expect(answer.body["status"] == "awaiting-payment")
        #expect(answer.body["total"] == ["amount": 100_000, "currency": "UGX"])
        #expect(answer.body["holdExpiresAt"] == "2026-11-21T07:15:00Z")
        #expect(answer.body["payment"]?["status"] == "requires_payment_method")
        #expect(answer.body["number"]?.string?.wholeMatch(of: /EP-[0-9A-HJKMNP-TV-Z]{8}/) != nil)
        try shop.pay(order, payment)
        #expect(try shop.status(order) == "confirming")
        try shop.confirm(order)
        let details = try shop.details(order).json
        #expect(details["status"] == "completed")
        #expect(details["payment"]?["status"] == "succeeded")
        let ticket = try #require(details["tickets"]?.array?.first)
        #expect(details["tickets"]?.array?.count == 2)
        #expect(ticket["attendeeName"] == "John Okello")
        #expect(ticket["serial"]?.string?.wholeMatch(of: /EP-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/) != nil)
        #expect(ticket["refundableUntil"] == "2026-11-25T07:00:00Z")
        #expect(ticket["qr"]?["imageUrl"]?.string == "/api/v1/tickets/\(ticket["id"]?.string ?? "")/qr.png")
        let completed = try #require(try shop.shard.published(OrderCompleted.self).first)
        #expect(completed.fee == Money(5000, .ugx))
        #expect(completed.organizerId == "bob")
    }

    @Test("The fee is rounded half up")
    func feeRounding() throws {
        #expect(Money(30, .ugx).share(percent: 5) == Money(2, .ugx))
        #expect(Money(29, .ugx).share(percent: 5) == Money(1, .ugx))
    }

    @Test("The catalog's refusal is the buyer's answer, and the order is not listed")
    func refusal() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        try shop.shard.receive(ClaimRefused(claimId: order.claim, orderId: order.id, listing: .event(TicketShop.eventID), status: 409,
                                            slug: "not-enough-tickets", detail: "Only 1 left.", members: ["available": 1], errors: [:]))
        let answer = try #require(try shop.shard.answer(to: order.request))
        #expect(answer.status == 409)
        #expect(answer.body["slug"] == "not-enough-tickets")
        #expect(answer.body["members"]?["available"] == 1)
        #expect(try shop.details(order).status == 404)
        #expect(try shop.shard.ask(OrdersOfBuyer.self, as: TicketShop.john).json["meta"]?["total"] == 0)
        #expect(try shop.shard.timers().isEmpty)
    }

    @Test("When the catalog is silent for 30 seconds the order is cancelled, the claim released, and the buyer told to come back")
    func timeout() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        try shop.shard.advance(by: .seconds(29))
        #expect(try shop.status(order) == "pending")
        try shop.shard.advance(by: .seconds(1))
        #expect(try shop.shard.answer(to: order.request)?.status == 503)
        #expect(try shop.shard.answer(to: order.request)?.body["retryAfterSeconds"] == 5)
        #expect(try shop.status(order) == "cancelled")
        #expect(try shop.shard.published(ReleaseClaim.self).map(\.claimId) == [order.claim])
        // The claim comes after all: nobody will pay for it.
        try shop.shard.receive(shop.claimed(order))
        #expect(try shop.shard.published(ReleaseClaim.self).count == 2)
        #expect(try shop.status(order) == "cancelled")
    }

    @Test("When payments is silent the hold is released and a late intent is closed")
    func intentTimeout() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        try shop.shard.receive(shop.claimed(order))
        try shop.shard.advance(by: .seconds(30))
        #expect(try shop.shard.answer(to: order.request)?.status == 503)
        #expect(try shop.shard.published(ReleaseClaim.self).map(\.claimId) == [order.claim])
        let intent = try #require(try shop.shard.published(CreateIntent.self).first)
        try shop.shard.receive(IntentCreated(paymentId: intent.paymentId, orderId: order.id, userId: "john", amount: intent.amount,
                                             currency: intent.currency))
        #expect(try shop.shard.published(CancelIntent.self).count == 2)
        #expect(try shop.status(order) == "cancelled")
    }

    @Test("A started payment keeps the seats until its deadline and five minutes more, once")
    func extension_() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        let now = shop.shard.now
        func started(_ attempt: Int, _ at: Timestamp) -> PaymentStarted {
            PaymentStarted(paymentId: payment, orderId: order.id, userId: "john", amount: 100_000, currency: .ugx, attempt: attempt,
                method: "mtn_momo", startedAt: at,
                           deadlineAt: at + .minutes(15))
        }
        try shop.shard.receive(started(1, now))
        try shop.shard.receive(started(2, now + .minutes(10)))
        #expect(try shop.shard.published(ExtendClaim.self).map(\.until) == [now + .minutes(20)])
        #expect(try shop.details(order).json["holdExpiresAt"] == "2026-11-21T07:20:00Z")
        #expect(try shop.details(order).json["payment"]?["status"] == "processing")
        try shop.shard.receive(PaymentFailed(paymentId: payment, orderId: order.id, userId: "john", amount: 100_000, currency: .ugx,
            attempt: 1, failureCode: "NOT_ENOUGH_FUNDS"))
        #expect(try shop.status(order) == "awaiting-payment")
    }

    @Test("A hold that a payment extends ends at the second that answers name")
    func extensionInWholeSeconds() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        let now = shop.shard.now.wholeSeconds, started = now + .milliseconds(700)
        try shop.shard.receive(PaymentStarted(
            paymentId: payment, orderId: order.id, userId: "john", amount: 100_000, currency: .ugx, attempt: 1, method: "mtn_momo",
            startedAt: started, deadlineAt: started + .minutes(15)))
        #expect(try shop.shard.published(ExtendClaim.self).map(\.until) == [now + .minutes(20)])
    }

    @Test("A buyer cancels an order that waits for its payment, nobody else does, and nothing later")
    func cancel() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        _ = try shop.hold(order)
        #expect(try shop.shard.send(CancelOrder(orderId: order.id), as: TicketShop.jane)?.status == 404)
        #expect(try shop.shard.send(CancelOrder(orderId: order.id))?.status == 401)
        let reply = try #require(try shop.shard.send(CancelOrder(orderId: order.id), as: TicketShop.john))
        #expect(reply.status == 200)
        #expect(reply.json["status"] == "cancelled")
        #expect(try shop.shard.published(ReleaseClaim.self).count == 1)
        #expect(try shop.shard.published(CancelIntent.self).count == 1)
        #expect(try shop.shard.published(OrderCancelled.self).map(\.reason) == ["buyer"])
        let again = try #require(try shop.shard.send(CancelOrder(orderId: order.id), as: TicketShop.john))
        #expect(again.status == 409)
        #expect(again.json["slug"] == "order-state")
    }

    @Test("A request that is wrong in itself names all its wrong fields")
    func validation() throws {
        let shop = try TicketShop()
        let body = #"""
            {"eventId":"event-1","items":[{"ticketTypeId":"t","quantity":0}],"expectedTotal":{"amount":5,"currency":"EUR"},
             "attendees":[{"name":"A"},{"name":"Bea"}]}
            """#
        let reply = try #require(try shop.shard.send(raw: body, type: PlaceTicketOrder.type, as: TicketShop.john))
        #expect(reply.status == 422)
        #expect(reply.json["errors"]?.object?.keys.sorted() == ["attendees", "attendees.0.name", "expectedTotal.currency",
                                                                "items.0.quantity"])
        #expect(try shop.shard.publishedTypes().isEmpty)
    }
}
