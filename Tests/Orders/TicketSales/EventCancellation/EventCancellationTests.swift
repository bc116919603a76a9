import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import TestKit
import Testing

@Suite("An event is cancelled")
struct EventCancellationTests {
    /// The service's messages to itself come back through its log.
    private func letSagaRun(_ shop: TicketShop, after handled: Int = 0) throws {
        var handled = handled
        while true {
            let slices = try shop.shard.published(CancelEventOrders.self)
            guard slices.count > handled else { return }
            for slice in slices[handled...] { try shop.shard.receive(slice) }
            handled = slices.count
        }
    }
    private func cancel(_ shop: TicketShop) throws {
        let earlier = try shop.shard.published(CancelEventOrders.self).count
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 9), reason: "Storm", deleted: false,
                                              attendeeCount: 1))
        try letSagaRun(shop, after: earlier)
    }

    @Test("Open orders end, paid orders are refunded once, free ones are over, and the report says so")
    func allKinds() throws {
        let shop = try TicketShop()
        let paid = try shop.buy(2)
        let open = try shop.place()
        let openPayment = try shop.hold(open)
        let waiting = try shop.place()
        let free = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1)])
        try shop.shard.receive(shop.claimed(free))
        try shop.confirm(free)
        let paying = try shop.place()
        try shop.pay(paying, try shop.hold(paying))

        try cancel(shop)
        #expect(try shop.status(open) == "cancelled")
        #expect(try shop.status(free) == "refunded")
        #expect(try shop.shard.answer(to: waiting.request)?.status == 409)
        #expect(try shop.shard.answer(to: waiting.request)?.body["members"]?["reason"] == "cancelled")
        let refunds = try shop.shard.published(RefundPayment.self)
        #expect(Set(refunds.map(\.orderId)) == [paid.id, paying.id])
        #expect(refunds.first { $0.orderId == paid.id }?.fee == 5000)
        #expect(refunds.first { $0.orderId == paying.id }?.fee == nil)
        #expect(try shop.details(paid).json["tickets"]?.array?.map { $0["status"]?.string } == ["cancelled", "cancelled"])
        #expect(try shop.shard.published(EventCancellationCompleted.self).isEmpty)
        for refund in refunds { try shop.refundSucceeds(refund) }
        #expect(try shop.status(paid) == "refunded")
        #expect(try shop.status(paying) == "refunded")
        let report = try #require(try shop.shard.published(EventCancellationCompleted.self).first)
        #expect(report.state == "completed" && report.refunded == 2 && report.failed == 0 && report.tickets == 3 && report.orders == 5)
        #expect(report.refundTotal == Money(200_000, .ugx) && report.refundedTotal == report.refundTotal)
        #expect(try shop.shard.timers().isEmpty)
        // Money that comes for a cancelled order goes back.
        try shop.pay(open, openPayment)
        #expect(try shop.shard.published(RefundPayment.self).count == 3)
        #expect(try shop.shard.published(EventCancellationCompleted.self).count == 1)
    }

    @Test("An event that was deleted before it sold anything, came back, sold and is called off gives back what it sold")
    func afterItCameBack() throws {
        let shop = try TicketShop()
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 2), reason: "deleted", deleted: true,
                                              attendeeCount: 0))
        try letSagaRun(shop)
        func report(_ user: Principal) throws -> Reply {
            try shop.shard.ask(EventCancellationReport.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: user)
        }
        #expect(try report(.user("jane", roles: ["attendee"])).status == 404, "somebody else's deleted event")
        #expect(try report(TicketShop.bob).status == 200)
        try shop.shard.receive(EventRestored(eventId: TicketShop.eventID, event: shop.event(version: 3)))
        #expect(try report(TicketShop.bob).status == 404)
        #expect(try report(.user("jane", roles: ["attendee"])).status == 403)
        let paid = try shop.buy(2)
        try cancel(shop)
        let refunds = try shop.shard.published(RefundPayment.self)
        #expect(refunds.map(\.orderId) == [paid.id])
        for refund in refunds { try shop.refundSucceeds(refund) }
        #expect(try shop.status(paid) == "refunded")
        let last = try #require(try shop.shard.published(EventCancellationCompleted.self).last)
        #expect(last.orders == 1 && last.tickets == 2 && last.refunded == 1)
        #expect(try shop.shard.timers().isEmpty)
    }

    @Test("The report counts open orders whose seats the catalog gave back before it told of the cancellation")
    func openOrders() throws {
        let shop = try TicketShop()
        let open = try shop.place()
        _ = try shop.hold(open)
        try shop.shard.receive(ClaimReleased(claimId: TicketOrder.firstClaim(of: open.id), orderId: open.id,
                                             listing: .event(TicketShop.eventID)))
        #expect(try shop.status(open) == "cancelled")
        try cancel(shop)
        #expect(try shop.shard.published(EventCancellationCompleted.self).last?.orders == 1)
    }

    @Test("A report counts no order that a cancellation before ended, which was undone")
    func cancelledAgain() throws {
        let shop = try TicketShop()
        func placeAndCancel(_ orders: Int) throws -> Int? {
            for _ in 0..<orders {
                let open = try shop.place()
                _ = try shop.hold(open)
                try shop.shard.receive(ClaimReleased(claimId: TicketOrder.firstClaim(of: open.id), orderId: open.id,
                                                     listing: .event(TicketShop.eventID)))
            }
            try cancel(shop)
            try shop.shard.receive(EventRestored(eventId: TicketShop.eventID, event: shop.event(version: 9)))
            try shop.shard.advance(by: .seconds(1))
            return try shop.shard.published(EventCancellationCompleted.self).last?.orders
        }
        #expect(try placeAndCancel(2) == 2)
        #expect(try placeAndCancel(0) == 0)
        #expect(try placeAndCancel(1) == 1)
    }

    @Test("The report counts an order whose money is on its way back")
    func returning() throws {
        let shop = try TicketShop()
        let order = try shop.place(), payment = try shop.hold(order)
        try shop.pay(order, payment, amount: 1)
        #expect(try shop.status(order) == "confirming")
        try cancel(shop)
        #expect(try shop.shard.published(EventCancellationCompleted.self).last?.orders == 1)
    }

    @Test("The report counts no completed order that held neither seats nor money: its tickets ended with their holder's account",
          arguments: [true, false])
    func endedWithAccount(isFree: Bool) throws {
        let shop = try TicketShop()
        let order: TicketShop.Placed
        if isFree {
            order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1)])
            try shop.shard.receive(shop.claimed(order))
            try shop.confirm(order)
        } else { order = try shop.buy(1) }
        // Too late to be refunded.
        try shop.shard.advance(by: .days(4) + .hours(1))
        try shop.shard.receive(UserErased(userId: "john"))
        for slice in try shop.shard.published(UndoOrdersOfErased.self) { try shop.shard.receive(slice) }
        #expect(try shop.status(order) == "completed")
        try cancel(shop)
        for refund in try shop.shard.published(RefundPayment.self) { try shop.refundSucceeds(refund) }
        let report = try #require(try shop.shard.published(EventCancellationCompleted.self).last)
        #expect(report.tickets == 0 && report.orders == (isFree ? 0 : 1) && report.refunded == report.orders)
    }

    @Test("Who lost the role has no say over the events of before")
    func withoutRole() throws {
        let shop = try TicketShop()
        let bob = Principal.user("bob", roles: ["attendee"])
        let reply = try shop.shard.ask(EventCancellationReport.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: bob)
        #expect(reply.status == 403 && reply.slug == "role-required" && reply.json["members"]?["requiredRole"] == "organizer")
    }

    @Test("Being told twice that an event is cancelled refunds once")
    func toldTwice() throws {
        let shop = try TicketShop()
        _ = try shop.buy(1)
        try cancel(shop)
        try cancel(shop)
        #expect(try shop.shard.published(RefundPayment.self).count == 1)
        #expect(try shop.shard.published(TicketsCancelled.self).count == 1)
    }

    @Test("What was given back before is not refunded again")
    func partlyRefunded() throws {
        let shop = try TicketShop()
        let order = try shop.buy(3)
        let first = try #require(try shop.details(order).json["tickets"]?.array?.first?["id"]?.string)
        try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [TicketID(first)], reason: "We are two"), as: TicketShop.john)
        try cancel(shop)
        #expect(try shop.shard.published(RefundPayment.self).map(\.amount) == [50_000, 100_000])
        #expect(try shop.shard.published(RefundPayment.self).map(\.fee) == [2500, 5000])
        let named = try shop.details(order).json["refunds"]?.array?.map { $0["ticketIds"]?.array?.count ?? 0 }
        #expect(named?.sorted() == [1, 2], "each refund names the tickets that ended with it")
        for refund in try shop.shard.published(RefundPayment.self) { try shop.refundSucceeds(refund) }
        #expect(try shop.status(order) == "refunded")
    }

    @Test("After a day the report is closed with what failed or is still missing")
    func oneDay() throws {
        let shop = try TicketShop()
        _ = try shop.buy(1)
        try cancel(shop)
        try shop.shard.advance(by: .hours(24))
        let report = try #require(try shop.shard.published(EventCancellationCompleted.self).first)
        #expect(report.state == "completed-with-failures" && report.failed == 1)
    }

    @Test("An event with more orders than one slice is worked through to the last")
    func slices() throws {
        let shop = try TicketShop()
        for number in 0..<205 {
            try shop.shard.receive(ImportOrder(orderId: OrderID("order-\(1000 + number)"), userId: "john", event: shop.event(),
                                               tickets: [.init(ticketId: TicketID("ticket-\(number)"), ticketTypeId: TicketShop.regular,
                                                   ticketTypeName: "Regular", price: Money(50_000, .ugx))],
                                               paymentId: PaymentID("payment-\(number)"), placedAt: shop.opening))
        }
        try cancel(shop)
        #expect(try shop.shard.published(CancelEventOrders.self).count == 2)
        #expect(try shop.shard.published(RefundPayment.self).count == 205)
        #expect(Set(try shop.shard.published(RefundPayment.self).map(\.refundId)).count == 205)
    }

    @Test("The report of an event that was cancelled before the import counts its refunded orders; a second cancellation changes nothing")
    func imported() throws {
        let shop = try TicketShop()
        let event = shop.event(status: "cancelled")
        func buy(_ order: String, _ buyer: User.ID, _ price: Int, refunded: Bool = true) throws {
            let tickets = (0..<2).map {
                ImportOrder.ImportedTicket(ticketId: TicketID("\(order)-\($0)"), ticketTypeId: TicketShop.regular,
                                           ticketTypeName: "Regular", price: Money(price, .ugx), refunded: refunded || $0 == 0)
            }
            try shop.shard.receive(ImportOrder(orderId: OrderID(order), userId: buyer, event: event, tickets: tickets,
                                               paymentId: price == 0 ? nil : PaymentID("payment-\(order)"), placedAt: shop.opening))
        }
        for (order, buyer, price) in [("o-1", "john", 50_000), ("o-2", "john", 50_000), ("o-3", "jane", 0)] as [(String, User.ID, Int)] {
            try buy(order, buyer, price)
        }
        try buy("o-4", "alice", 50_000, refunded: false)
        #expect(try shop.shard.ask(CheckInEvents.self, as: TicketShop.bob).json["data"] == [], "nobody scans there")
        for _ in 0..<2 {
            let report = try shop.shard.ask(EventCancellationReport.self, ["eventId": .string(TicketShop.eventID.rawValue)],
                                            as: TicketShop.bob).json
            #expect(report["state"] == "completed" && report["refunds"] == ["pending": 0, "succeeded": 2, "failed": 0])
            #expect([report["attendees"], report["tickets"], report["orders"]] == [2, 6, 3])
            #expect([report["refundTotal"]?["amount"], report["refundedTotal"]?["amount"]] == [200_000, 200_000])
            try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: event, reason: "deleted", deleted: true,
                                                  attendeeCount: 0))
        }
        #expect(try shop.shard.published(CancelEventOrders.self).isEmpty)
    }

    @Test("Tidying away an event that is over touches no ticket, and nobody is asked to scan there any more")
    func overAlready() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        let event = shop.event()
        let over = TicketEvent(eventId: event.eventId, organizerId: event.organizerId, organizerName: event.organizerName,
            title: event.title, category: event.category,
                               status: "completed", startDate: event.startDate, endDate: event.endDate, venue: event.venue, posterUrl: nil,
                               ageRestriction: nil,
                               ticketTypes: event.ticketTypes, refundPolicy: event.refundPolicy, transferable: true, reEntry: false,
                               doorsOpenMinutes: 180,
                                   version: 9)
        func scannable() throws -> JSONValue? { try shop.shard.ask(CheckInEvents.self, as: TicketShop.bob).json["meta"]?["total"] }
        #expect(try scannable() == 1)
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: over, reason: "Tidy", deleted: true, attendeeCount: 1))
        #expect(try scannable() == 0)
        #expect(try shop.shard.published(CancelEventOrders.self).isEmpty)
        #expect(try shop.status(order) == "completed")
    }

    @Test("The organizer and whoever may refund see how far it is; buyers do not")
    func report() throws {
        let shop = try TicketShop()
        _ = try shop.buy(1)
        func ask(_ user: Principal) throws -> Reply {
            try shop.shard.ask(EventCancellationReport.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: user)
        }
        #expect(try ask(TicketShop.bob).status == 404)
        try cancel(shop)
        let running = try ask(TicketShop.bob).json
        #expect(running["state"] == "running" && running["refunds"] == ["pending": 1, "succeeded": 0, "failed": 0])
        #expect([running["attendees"], running["tickets"], running["orders"]] == [1, 1, 1])
        #expect([running["refundTotal"]?["amount"], running["refundedTotal"]?["amount"]] == [50_000, 0])
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).first))
        let done = try ask(.user("mod", roles: ["moderator"])).json
        #expect(done["state"] == "completed" && done["refundedTotal"]?["amount"] == 50_000)
        #expect(try ask(TicketShop.john).status == 403)
    }
}
