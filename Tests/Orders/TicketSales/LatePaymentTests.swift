import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import TestKit
import Testing

/// Money that comes after the hold is over: seats again if there are any, else back. Never both, never neither.
@Suite("Late payments")
struct LatePaymentTests {
    enum Story: String, CaseIterable {
        case seatsLeft, seatsGone, dearer, confirmRefused
    }

    @Test("An expired order that is paid gets seats or its money, also when everything is said twice", arguments: Story.allCases)
    func expired(story: Story) throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.expire(order)
        #expect(try shop.status(order) == "expired")
        #expect(try shop.shard.published(CancelIntent.self).count == 1)
        try shop.pay(order, payment)
        try shop.pay(order, payment)
        let claims = try shop.shard.published(PlaceClaim.self)
        try #require(claims.count == 2)
        #expect(claims[1].late && claims[1].expectedTotal == Money(100_000, .ugx) && claims[1].claimId != claims[0].claimId)
        #expect(claims[0].lines.map(\.unitPrice) == [nil] && claims[1].lines.map(\.unitPrice) == [Money(50_000, .ugx)])
        let late = claims[1].claimId
        for _ in 0..<2 {
            switch story {
            case .seatsLeft:
                try shop.shard.receive(shop.claimed(order, claim: late))
                try shop.confirm(order, claim: late)
            case .seatsGone:
                try shop.shard.receive(ClaimRefused(claimId: late, orderId: order.id, listing: .event(TicketShop.eventID), status: 409,
                    slug: "sold-out", detail: "", members: [:], errors: [:]))
            case .dearer:
                try shop.shard.receive(shop.claimed(order, claim: late, price: Money(60_000, .ugx)))
            case .confirmRefused:
                try shop.shard.receive(shop.claimed(order, claim: late))
                try shop.shard.receive(
                    ClaimConfirmRefused(claimId: late, orderId: order.id, listing: .event(TicketShop.eventID), slug: "hold-expired"))
            }
        }
        for refund in try shop.shard.published(RefundPayment.self) { try shop.refundSucceeds(refund) }
        if story == .seatsLeft { try expectTickets(shop, order) } else { try expectMoneyBack(shop, order) }
        if story == .dearer { #expect(try shop.shard.published(ReleaseClaim.self).contains { $0.claimId == late }) }
        #expect(try shop.shard.deadLetters().isEmpty)
    }

    @Test("A payment that overtakes the news of the hold's end is a late payment all the same")
    func overtaking() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.pay(order, payment)
        try shop.expire(order)
        #expect(try shop.status(order) == "confirming")
        try shop.shard.receive(ClaimConfirmRefused(claimId: order.claim, orderId: order.id, listing: .event(TicketShop.eventID),
                                                   slug: "hold-expired"))
        let late = try #require(try shop.shard.published(PlaceClaim.self).last)
        #expect(late.late)
        try shop.shard.receive(shop.claimed(order, claim: late.claimId))
        try shop.confirm(order, claim: late.claimId)
        try expectTickets(shop, order)
    }

    @Test("An order its buyer cancelled gets its money back, even with seats left")
    func cancelled() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.shard.send(CancelOrder(orderId: order.id), as: TicketShop.john)
        try shop.pay(order, payment)
        try shop.pay(order, payment)
        let refund = try #require(try shop.shard.published(RefundPayment.self).first)
        #expect(try shop.status(order) == "confirming")
        try shop.refundSucceeds(refund)
        #expect(try shop.shard.published(PlaceClaim.self).count == 1)
        try expectMoneyBack(shop, order)
    }

    @Test("An expired order whose buyer erased the account gets its money back, even with seats left")
    func erased() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.expire(order)
        try shop.shard.receive(UserErased(userId: "john"))
        for slice in try shop.shard.published(UndoOrdersOfErased.self) { try shop.shard.receive(slice) }
        try shop.pay(order, payment)
        let refund = try #require(try shop.shard.published(RefundPayment.self).first)
        try shop.refundSucceeds(refund)
        #expect(try shop.shard.published(PlaceClaim.self).count == 1, "nobody is left to have the tickets")
        #expect(try shop.shard.published(TicketsIssued.self).isEmpty)
        #expect(try shop.shard.published(OrderRefunded.self).map(\.amount) == [Money(100_000, .ugx)])
    }

    @Test("A hold that ends without a payment costs nobody anything")
    func never() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.expire(order)
        try shop.shard.receive(PaymentCanceled(paymentId: payment, orderId: order.id, userId: "john", amount: 100_000, currency: .ugx))
        #expect(try shop.status(order) == "expired")
        #expect(try shop.details(order).json["payment"]?["status"] == "canceled")
        #expect(try shop.shard.published(RefundPayment.self).isEmpty)
        #expect(try shop.shard.published(OrderExpired.self).count == 1)
    }

    @Test("Success that is told before the start of its payment, and twice, makes one set of tickets")
    func outOfOrder() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.pay(order, payment)
        try shop.shard.receive(PaymentStarted(paymentId: payment, orderId: order.id, userId: "john", amount: 100_000, currency: .ugx,
            attempt: 1, method: "card",
                                              startedAt: shop.shard.now, deadlineAt: shop.shard.now + .minutes(15)))
        try shop.confirm(order)
        try shop.pay(order, payment)
        try shop.confirm(order)
        try expectTickets(shop, order)
        #expect(try shop.shard.published(ConfirmClaim.self).count == 1)
        #expect(try shop.shard.published(ExtendClaim.self).isEmpty)
    }

    @Test("Another sum or currency than the order's goes back in full, and a person is told",
          arguments: [(90_000, Currency.ugx), (100_000, Currency.eur)])
    func mismatch(amount: Int, currency: Currency) throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.pay(order, payment, amount: amount, currency: currency)
        let refund = try #require(try shop.shard.published(RefundPayment.self).first)
        #expect(Money(refund.amount, refund.currency) == Money(amount, currency))
        let alert = try #require(try shop.shard.published(PaymentMismatch.self).first)
        #expect(alert.received == Money(amount, currency) && alert.expected == Money(100_000, .ugx) && alert.refundId == refund.refundId)
        #expect(try shop.shard.published(ReleaseClaim.self).count == 1)
        try shop.refundSucceeds(refund)
        #expect(try shop.status(order) == "refunded")
        #expect(try shop.shard.published(TicketsIssued.self).isEmpty)
    }

    @Test("Money of a payment the order never asked for goes back and leaves the order alone")
    func foreignPayment() throws {
        let shop = try TicketShop()
        let order = try shop.buy()
        try shop.pay(order, "payment-x")
        #expect(try shop.shard.published(RefundPayment.self).map(\.paymentId) == ["payment-x"])
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).first))
        #expect(try shop.status(order) == "completed")
        try expectTickets(shop, order)
    }

    private func expectTickets(_ shop: TicketShop, _ order: TicketShop.Placed) throws {
        #expect(try shop.status(order) == "completed")
        #expect(try shop.shard.published(TicketsIssued.self).map(\.tickets.count) == [2])
        #expect(try shop.shard.published(OrderCompleted.self).count == 1)
        #expect(try shop.shard.published(RefundPayment.self).allSatisfy { $0.paymentId == "payment-x" })
    }
    private func expectMoneyBack(_ shop: TicketShop, _ order: TicketShop.Placed) throws {
        #expect(try shop.status(order) == "refunded")
        #expect(try shop.shard.published(RefundPayment.self).map(\.amount) == [100_000])
        #expect(try shop.shard.published(TicketsIssued.self).isEmpty)
        #expect(try shop.shard.published(OrderRefunded.self).map(\.late) == [true])
        #expect(try shop.details(order).json["refunds"]?.array?.map { $0["status"]?.string } == ["succeeded"])
    }
}
