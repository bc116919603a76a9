import Contracts
import Kernel
import Messaging
import OrdersBusinessNumbers
import OrdersTicketSales
import TestKit
import Testing

@Suite("Refunds by hand before the order is complete")
struct EarlierRefundTests {
    private func refundByHand(_ amount: Int, _ shop: TicketShop, _ order: TicketShop.Placed, _ payment: PaymentID) throws {
        try shop.shard.receive(RefundSucceeded(refundId: "hand", paymentId: payment, orderId: order.id, amount: amount, currency: .ugx))
    }
    private func revenue(_ shop: TicketShop) throws -> [Int] {
        let answer = try shop.shard.ask(OrganizerDashboard.self, as: TicketShop.bob).json
        return ["gross", "refunds", "fees", "net"].map { answer["revenue"]?[$0]?["amount"]?.int ?? -1 }
    }
    private func paid(late: Bool, _ shop: TicketShop) throws -> (order: TicketShop.Placed, payment: PaymentID, claim: ClaimID) {
        let order = try shop.place()
        let payment = try shop.hold(order)
        if late { try shop.expire(order) }
        try shop.pay(order, payment)
        let claim = late ? try #require(try shop.shard.published(PlaceClaim.self).last).claimId : order.claim
        return (order, payment, claim)
    }

    @Test("A part makes the order partially refunded when it completes; the organizer's numbers have it with its fee",
          arguments: [false, true])
    func part(late: Bool) throws {
        let shop = try TicketShop()
        let (order, payment, claim) = try paid(late: late, shop)
        try refundByHand(30_000, shop, order, payment)
        #expect(try shop.status(order) == "confirming")
        try shop.confirm(order, claim: claim)
        #expect(try shop.status(order) == "partially-refunded")
        #expect(try shop.details(order).json["payment"]?["status"] == "partially_refunded")
        #expect(try shop.details(order).json["tickets"]?.array?.count == 2)
        let announced = try shop.shard.published(OrderRefunded.self)
        #expect(announced.map(\.amount.amount) == [30_000] && announced.map(\.refundId) == ["hand"])
        #expect(try revenue(shop) == [100_000, 30_000, 3500, 66_500])
        // The rest of it can go back, and no more.
        let refund = try shop.shard.send(RequestRefund(orderId: order.id, reason: "Cannot come"), as: TicketShop.john)
        #expect(refund?.status == 201)
        #expect(try shop.shard.published(RefundPayment.self).last?.amount == 70_000)
    }

    @Test("Said again, it counts once, and a completed order takes it as before")
    func twice() throws {
        let shop = try TicketShop()
        let (order, payment, claim) = try paid(late: false, shop)
        try refundByHand(30_000, shop, order, payment)
        try shop.confirm(order, claim: claim)
        try refundByHand(30_000, shop, order, payment)
        try shop.confirm(order, claim: claim)
        #expect(try shop.shard.published(OrderRefunded.self).count == 1)
        #expect(try revenue(shop) == [100_000, 30_000, 3500, 66_500])
    }

    @Test("If the seats are gone, only the rest is asked back: payments refuses more than is left")
    func seatsGone() throws {
        let shop = try TicketShop()
        let (order, payment, claim) = try paid(late: true, shop)
        try refundByHand(30_000, shop, order, payment)
        try shop.shard.receive(ClaimRefused(claimId: claim, orderId: order.id, listing: .event(TicketShop.eventID), status: 409,
                                            slug: "sold-out", detail: "Sold out.", members: [:], errors: [:]))
        let asked = try #require(try shop.shard.published(RefundPayment.self).last)
        #expect(asked.amount == 70_000)
        try shop.refundSucceeds(asked)
        #expect(try shop.status(order) == "refunded")
        #expect(try revenue(shop) == [0, 0, 0, 0])
    }

    @Test("If the event is cancelled meanwhile, only the rest is asked back")
    func eventCancelled() throws {
        let shop = try TicketShop()
        let (order, payment, _) = try paid(late: false, shop)
        try refundByHand(30_000, shop, order, payment)
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 2), reason: "Storm", deleted: false,
                                              attendeeCount: 0))
        for slice in try shop.shard.published(CancelEventOrders.self) { try shop.shard.receive(slice) }
        #expect(try shop.shard.published(RefundPayment.self).map(\.amount) == [70_000])
    }
}
