import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Refunds")
struct RefundTests {
    private func tickets(_ shop: TicketShop, _ order: TicketShop.Placed) throws -> [TicketID] {
        try shop.details(order).json["tickets"]?.array?.compactMap { $0["id"]?.string.map { TicketID($0) } } ?? []
    }

    @Test("Tickets die at the request, seats return, the money follows; the last refund takes the rest of the fee")
    func twoParts() throws {
        let shop = try TicketShop()
        let order = try shop.buy(3)
        let ids = try tickets(shop, order)
        let reply = try #require(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[0]], reason: "We cannot come"),
                                                     as: TicketShop.john))
        #expect(reply.status == 201)
        #expect(reply.json["status"] == "pending")
        #expect(reply.json["amount"]?["amount"] == 50_000)
        #expect(try shop.shard.published(ReturnStock.self).map(\.lines)
            == [[TicketLine(ticketTypeId: TicketShop.regular, quantity: 1).claimed]])
        #expect(try shop.status(order) == "completed")
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).first))
        #expect(try shop.status(order) == "partially-refunded")

        #expect(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[0]], reason: "Again"),
            as: TicketShop.john)?.json["slug"] == "ticket-not-active")
        let rest = try #require(try shop.shard.send(RequestRefund(orderId: order.id, reason: "None of us can"), as: TicketShop.john))
        #expect(rest.json["ticketIds"]?.array?.count == 2)
        let refunds = try shop.shard.published(RefundPayment.self)
        #expect(refunds.map(\.amount) == [50_000, 100_000])
        #expect(refunds.map(\.fee) == [2500, 5000])
        try shop.refundSucceeds(refunds[1])
        #expect(try shop.status(order) == "refunded")
        #expect(try shop.shard.published(OrderRefunded.self).map(\.amount.amount) == [50_000, 100_000])
        let listed = try shop.shard.ask(RefundsOfOrder.self, ["orderId": .string(order.id.rawValue)], as: TicketShop.bob).json
        #expect(listed["data"]?.array?.map { $0["status"]?.string } == ["succeeded", "succeeded"])
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, reason: "Once more"), as: TicketShop.john)?.json["slug"]
            == "order-state")
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[0]], reason: "Once more"),
                                    as: TicketShop.john)?.json["slug"] == "ticket-not-active")
    }

    @Test("A closed window is said before the state of the order, which an authority hears")
    func orderOfRefusals() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        _ = try shop.hold(order)
        func slug(_ user: Principal, _ tickets: [TicketID]? = nil) throws -> JSONValue? {
            try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: tickets, reason: "Too late"), as: user)?.json["slug"]
        }
        #expect(try slug(TicketShop.john) == "order-state" && slug(TicketShop.john, ["none"]) == "order-state")
        shop.shard.now = shop.event().startDate
        #expect(try slug(TicketShop.john) == "refund-window-closed" && slug(TicketShop.bob) == "order-state")
    }

    @Test("Buyers may until the policy says, to the second; organizers later, too; strangers never")
    func window() throws {
        let shop = try TicketShop()
        let order = try shop.buy(3)
        let ids = try tickets(shop, order)
        let last = shop.event().startDate - .hours(24)
        shop.shard.now = last + .milliseconds(400)
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[0]], reason: "In time"), as: TicketShop.john)?.status
            == 201)
        shop.shard.now = last + .seconds(1)
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[1]], reason: "Too late"),
            as: TicketShop.john)?.json["slug"] == "refund-window-closed")
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[1]], reason: "Mine?"), as: TicketShop.jane)?.status
            == 404)
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[1]], reason: "Out of kindness"),
                                    as: TicketShop.bob)?.status == 201)
        let moderator = Principal.user("mod", roles: ["attendee", "moderator"])
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[2]], reason: "By order"), as: moderator)?.status
            == 201)
    }

    @Test("A new date opens refunds for 72 hours, whatever the policy says")
    func changedDate() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        let never = shop.event(version: 2, startDate: shop.opening + .days(6), refundPolicy: .init(type: "none", hoursBefore: nil))
        try shop.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: never, changed: ["refundPolicy"], notifyHolders: false))
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, reason: "No policy"), as: TicketShop.john)?.json["slug"]
            == "refund-window-closed")
        let moved = shop.event(version: 3, startDate: shop.opening + .days(7), refundPolicy: .init(type: "none", hoursBefore: nil))
        try shop.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: moved, changed: ["startDate"], notifyHolders: true))
        shop.shard.now = shop.shard.now + .hours(72)
        #expect(try shop.shard.send(RequestRefund(orderId: order.id, reason: "Cannot on that day"), as: TicketShop.john)?.status == 201)
    }

    @Test("A free ticket given back is refunded at once, with nothing")
    func free() throws {
        let shop = try TicketShop()
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 2)])
        try shop.shard.receive(shop.claimed(order))
        try shop.confirm(order)
        let ids = try tickets(shop, order)
        let reply = try #require(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[0]], reason: "Only one of us"),
                                                     as: TicketShop.john))
        #expect(reply.json["status"] == "succeeded")
        #expect(try shop.status(order) == "partially-refunded")
        try shop.shard.send(RequestRefund(orderId: order.id, reason: "None of us"), as: TicketShop.john)
        #expect(try shop.status(order) == "refunded")
        #expect(try shop.shard.published(RefundPayment.self).isEmpty)
        #expect(try shop.shard.published(ReturnStock.self).count == 2)
    }

    @Test("A refund that failed counts as not given back; a person can still make it succeed")
    func failed() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        try shop.shard.send(RequestRefund(orderId: order.id, reason: "We cannot come"), as: TicketShop.john)
        let refund = try #require(try shop.shard.published(RefundPayment.self).first)
        try shop.shard.receive(
            RefundFailed(refundId: refund.refundId, paymentId: refund.paymentId, orderId: order.id, amount: refund.amount, currency: .ugx,
            failureCode: "PAYEE_NOT_FOUND"))
        #expect(try shop.status(order) == "completed")
        #expect(try shop.details(order).json["refunds"]?.array?.first?["status"] == "failed")
        try shop.refundSucceeds(refund)
        #expect(try shop.status(order) == "refunded")
        // The catalog's cost of a deletion changes accordingly.
        #expect(try shop.shard.published(ReturnStock.self).map(\.refundedTotal) == [50_000, 0, 50_000])
    }

    @Test("Money given back by hand at payments is known to the order, and never adds up to more than was paid")
    func byHand() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let payment = try #require(try shop.shard.published(OrderCompleted.self).first?.paymentId)
        try shop.shard.receive(RefundSucceeded(refundId: "by-hand", paymentId: payment, orderId: order.id, amount: 70_000, currency: .ugx))
        #expect(try shop.status(order) == "partially-refunded")
        try shop.shard.send(RequestRefund(orderId: order.id, reason: "And the rest"), as: TicketShop.john)
        let refund = try #require(try shop.shard.published(RefundPayment.self).first)
        #expect(refund.amount == 30_000)
        #expect(refund.fee == 1500, "3500 of 5000 went back with what was given back by hand")
        try shop.refundSucceeds(refund)
        #expect(try shop.status(order) == "refunded")
        #expect(try shop.shard.published(ReturnStock.self).map(\.refundedTotal) == [70_000, 100_000])
    }

    /// The messages of payments after a moderator made a refund there.
    private func refundedAtPayments(_ shop: TicketShop, _ order: TicketShop.Placed, _ amount: Int, _ id: RefundID = "by-hand") throws {
        let payment = try #require(try shop.shard.published(OrderCompleted.self).first { $0.orderId == order.id }?.paymentId)
        try shop.shard.receive(KeepRefundReason(refundId: id, orderId: order.id, reason: "Double booking"))
        try shop.shard.receive(RefundSucceeded(refundId: id, paymentId: payment, orderId: order.id, amount: amount, currency: .ugx,
                                               refundedTotal: amount))
    }

    @Test("A full refund at payments ends the order and its tickets, returns the seats and keeps the reason (12.F3)")
    func fullByHand() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let ids = try tickets(shop, order)
        try refundedAtPayments(shop, order, 100_000)
        let details = try shop.details(order).json
        #expect(details["status"] == "refunded")
        #expect(details["payment"]?["status"] == "refunded")
        #expect(details["tickets"]?.array?.map { $0["status"]?.string } == ["refunded", "refunded"])
        #expect(details["tickets"]?.array?.allSatisfy { $0["qr"] == .null } == true)
        #expect(details["refunds"]?.array?.map { $0["reason"]?.string } == ["Double booking"])
        #expect(details["refunds"]?.array?.first?["ticketIds"]?.array?.compactMap(\.string).sorted() == ids.map(\.rawValue).sorted())
        #expect(try shop.shard.published(ReturnStock.self).map(\.lines)
            == [[], [TicketLine(ticketTypeId: TicketShop.regular, quantity: 2).claimed]])
        #expect(try shop.shard.published(ReturnStock.self).map(\.refundedTotal) == [100_000, 100_000])
        #expect(try shop.shard.published(TicketsCancelled.self).map(\.reason) == ["refund"])
        #expect(try shop.shard.published(RefundPayment.self).isEmpty)
    }

    @Test("""
        What was typed at payments is kept by the refund alone: nothing of it is left when that failed, or when its order's account is \
        gone (review)
        """)
    func typedReason() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        let payment = try #require(try shop.shard.published(OrderCompleted.self).first?.paymentId)
        func known() throws -> [String] { try shop.shard.columns(holding: "quixotic") }
        try shop.shard.receive(KeepRefundReason(refundId: "r-1", orderId: order.id, reason: "Mr Quixotic called"))
        #expect(try known() == ["refund_reason.reason"])
        try shop.shard.receive(RefundFailed(refundId: "r-1", paymentId: payment, orderId: order.id, amount: 1, currency: .ugx,
                                            failureCode: "PAYEE_NOT_FOUND"))
        #expect(try known() == [])
        try shop.shard.receive(KeepRefundReason(refundId: "r-2", orderId: order.id, reason: "Mr Quixotic called"))
        try shop.shard.receive(UserErased(userId: "john"))
        #expect(try known() == [])
        // A deposit of scheduling does not belong to an order here.
        try shop.shard.receive(KeepRefundReason(refundId: "r-3", orderId: "appointment/31", reason: "Mr Quixotic called"))
        #expect(try known() == [])
    }

    @Test("A reason that comes after its refund is kept with it, unless the account is gone by then (12.F3)", arguments: [100_000, 40_000],
          [false, true])
    func lateReason(_ amount: Int, erased: Bool) throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let payment = try #require(try shop.shard.published(OrderCompleted.self).first?.paymentId)
        try shop.shard.receive(RefundSucceeded(refundId: "by-hand", paymentId: payment, orderId: order.id, amount: amount, currency: .ugx,
                                               refundedTotal: amount))
        if erased { try shop.shard.receive(UserErased(userId: "john")) }
        try shop.shard.receive(KeepRefundReason(refundId: "by-hand", orderId: order.id, reason: "Mr Quixotic called"))
        #expect(try shop.shard.columns(holding: "quixotic") == (erased ? [] : ["refund.reason"]))
    }

    @Test("A reason that arrives after its buyer's erasure and before the refund is not stored (12.F5)")
    func reasonAfterErasure() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        try shop.shard.receive(UserErased(userId: "john"))
        try shop.shard.receive(KeepRefundReason(refundId: "by-hand", orderId: order.id, reason: "Mr Quixotic called"))
        #expect(try shop.shard.columns(holding: "quixotic").isEmpty)
    }

    @Test("A full refund in parts, at payments and here, leaves no ticket valid; one that was used stays used (12.F3)")
    func fullInParts() throws {
        let shop = try TicketShop()
        let order = try shop.buy(3)
        let ids = try tickets(shop, order)
        try refundedAtPayments(shop, order, 120_000)
        #expect(try shop.details(order).json["tickets"]?.array?.map { $0["status"]?.string } == ["valid", "valid", "valid"])
        shop.shard.now = shop.event().startDate
        let gate = CheckInTicket(eventId: TicketShop.eventID,
                                 serial: try #require(try shop.details(order).json["tickets"]?.array?.last?["serial"]?.string),
                                 nonce: "nonce-0001")
        #expect(try shop.shard.send(gate, as: TicketShop.bob)?.json["result"] == "ok")
        let rest = try #require(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [ids[0]], reason: "And this one"),
                                                    as: TicketShop.bob))
        #expect(rest.json["amount"]?["amount"] == 30_000)
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).first))
        let details = try shop.details(order).json
        #expect(details["status"] == "refunded")
        #expect(details["tickets"]?.array?.map { $0["status"]?.string } == ["refunded", "refunded", "used"])
        #expect(try shop.shard.published(ReturnStock.self).flatMap(\.lines).map(\.quantity) == [1, 1])
        #expect(Set(try shop.shard.published(ReturnStock.self).map(\.returnId)).count == 3)
    }

    @Test("A full refund at payments while the seats are being sold leaves no ticket and no sold seat (12.F3)")
    func fullWhileConfirming() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.pay(order, payment)
        try shop.shard.receive(RefundSucceeded(refundId: "by-hand", paymentId: payment, orderId: order.id, amount: 100_000, currency: .ugx,
                                               refundedTotal: 100_000))
        #expect(try shop.status(order) == "refunded")
        try shop.confirm(order)
        #expect(try shop.details(order).json["tickets"] == [])
        #expect(try shop.shard.published(ReturnStock.self).flatMap(\.lines).map(\.quantity) == [2])
    }

    @Test("What the person wrote reaches payments, and stands in both refunds (12.F3)")
    func reason() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        try shop.shard.send(RequestRefund(orderId: order.id, reason: "We cannot come"), as: TicketShop.john)
        #expect(try shop.shard.published(RefundPayment.self).map(\.reason) == ["We cannot come"])
    }

    @Test("A fee that the tenant raised after the sale is reversed as it was taken")
    func raisedFee() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        var definition = TicketShop.definition
        definition.settings["payments-stub"] = ["platformFeePercent": 20]
        try shop.shard.receive(ApplyTenant(definition))
        for id in try tickets(shop, order) {
            try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [id], reason: "We cannot come"), as: TicketShop.john)
        }
        #expect(try shop.shard.published(RefundPayment.self).map(\.fee) == [2500, 2500])
    }

    @Test("A ticket named that is none of the order's is a wrong field")
    func foreignTicket() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        let reply = try #require(try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: ["ticket-x"], reason: "Not mine"),
                                                     as: TicketShop.john))
        #expect(reply.status == 422)
        #expect(reply.json["errors"]?["ticketIds"] != nil)
    }
}
