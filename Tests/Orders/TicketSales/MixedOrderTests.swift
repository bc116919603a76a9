import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import TestKit
import Testing

@Suite("Orders of paid and free tickets")
struct MixedOrderTests {
    /// One free and one paid ticket; the paid one was given back, with all the money.
    private func refunded(_ shop: TicketShop) throws -> TicketShop.Placed {
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1),
                                    TicketLine(ticketTypeId: TicketShop.regular, quantity: 1)])
        try shop.pay(order, try shop.hold(order), amount: 50_000)
        try shop.confirm(order)
        let paid = try #require(try shop.details(order).json["tickets"]?.array?.first { $0["price"]?["amount"] == 50_000 }?["id"]?.string)
        try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [TicketID(paid)], reason: "Only one comes"), as: TicketShop.john)
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).first))
        return order
    }

    @Test("All the money is back and a free ticket is left: the order is partly refunded, its payment wholly")
    func payment() throws {
        let shop = try TicketShop()
        let order = try refunded(shop)
        let details = try shop.details(order).json
        #expect(details["status"] == "partially-refunded" && details["payment"]?["status"] == "refunded")
        #expect(details["tickets"]?.array?.map { $0["status"]?.string } == ["valid", "refunded"])
    }

    @Test("Only the free ticket was given back: the order is partly refunded, all the money of its payment is still there")
    func freeOne() throws {
        let shop = try TicketShop()
        let order = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1),
                                    TicketLine(ticketTypeId: TicketShop.regular, quantity: 1)])
        try shop.pay(order, try shop.hold(order), amount: 50_000)
        try shop.confirm(order)
        let tickets = try #require(try shop.details(order).json["tickets"]?.array)
        let free = try #require(tickets.first { $0["price"]?["amount"] == 0 }?["id"]?.string)
        try shop.shard.send(RequestRefund(orderId: order.id, ticketIds: [TicketID(free)], reason: "Only one comes"), as: TicketShop.john)
        let kept = try shop.details(order).json
        #expect(kept["status"] == "partially-refunded" && kept["payment"]?["status"] == "succeeded")
        #expect(try shop.shard.published(RefundPayment.self).isEmpty)

        try shop.shard.send(RequestRefund(orderId: order.id, reason: "Nobody comes"), as: TicketShop.john)
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).first))
        let gone = try shop.details(order).json
        #expect(gone["status"] == "refunded" && gone["payment"]?["status"] == "refunded")
    }

    @Test("When its event is cancelled and only free tickets are left, the order is refunded")
    func eventCancelled() throws {
        let shop = try TicketShop()
        let order = try refunded(shop)
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 9), reason: "Storm", deleted: false,
                                              attendeeCount: 1))
        for slice in try shop.shard.published(CancelEventOrders.self) { try shop.shard.receive(slice) }
        let details = try shop.details(order).json
        #expect(details["status"] == "refunded" && details["payment"]?["status"] == "refunded")
        #expect(details["tickets"]?.array?.map { $0["status"]?.string } == ["cancelled", "refunded"])
        #expect(try shop.shard.published(RefundPayment.self).count == 1)
    }
}
