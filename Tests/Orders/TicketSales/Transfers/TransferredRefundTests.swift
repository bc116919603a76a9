import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Money and seats of tickets that were handed over")
struct TransferredRefundTests {
    @Test("Nobody returns one alone, neither the buyer nor the organizer; the buyer's others can be returned")
    func alone() throws {
        let scene = try TransferScene(2)
        let new = try scene.received(scene.offered(scene.tickets[0]))
        for requester in [TicketShop.john, TicketShop.bob] {
            for ticket in [scene.tickets[0], new] {
                let refused = try scene.shard.send(RequestRefund(orderId: scene.order.id, ticketIds: [ticket], reason: "cannot come"),
                                                   as: requester)
                #expect(refused?.json["slug"] == "ticket-transferred")
            }
        }
        #expect(try scene.shard.send(RequestRefund(orderId: scene.order.id, reason: "cannot come"), as: TicketShop.jane)?.status == 404)
        let refund = try scene.shard.send(RequestRefund(orderId: scene.order.id, reason: "cannot come"), as: TicketShop.john)
        #expect(refund?.json["ticketIds"] == [.string(scene.tickets[1].rawValue)])
        #expect(try scene.ticket(new, as: TicketShop.jane).json["status"] == "valid")
        try scene.shop.refundSucceeds(try #require(try scene.shard.published(RefundPayment.self).first))
        #expect(try scene.shop.status(scene.order) == "partially-refunded")
    }

    @Test("The event is cancelled: the recipient's ticket ends, all the money is the payer's")
    func event() throws {
        let scene = try TransferScene(1)
        let new = try scene.received(scene.offered())
        try scene.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: scene.shop.event(version: 2), reason: "rain",
                                               deleted: false, attendeeCount: 1))
        for slice in try scene.shard.published(CancelEventOrders.self) { try scene.shard.receive(slice) }
        #expect(try scene.ticket(new, as: TicketShop.jane).json["status"] == "cancelled")
        #expect(try scene.ticket(scene.tickets[0]).json["status"] == "transferred")
        #expect(try scene.shard.published(RefundPayment.self).map(\.amount) == [50_000])
    }

    @Test("Each holder hears of the end of their own tickets alone")
    func news() throws {
        let scene = try TransferScene(2)
        let new = try scene.received(scene.offered(scene.tickets[0]))
        try scene.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: scene.shop.event(version: 2), reason: "rain",
                                               deleted: false, attendeeCount: 2))
        for slice in try scene.shard.published(CancelEventOrders.self) { try scene.shard.receive(slice) }
        let ended = try scene.shard.published(TicketsCancelled.self).map(\.tickets)
        #expect(ended.map { $0.map(\.holderId) } == [["jane"], ["john"]])
        #expect(ended.flatMap { $0.map(\.ticketId) } == [new, scene.tickets[1]])
    }

    @Test("A full refund of the payment cancels it and returns the seat; a partial one moves only money")
    func payment() throws {
        let scene = try TransferScene(2)
        let new = try scene.received(scene.offered(scene.tickets[0]))
        let payment = PaymentID(try #require(try scene.shop.details(scene.order).json["payment"]?["id"]?.string))
        func refund(_ amount: Int, total: Int, _ id: RefundID) throws {
            try scene.shard.receive(RefundSucceeded(refundId: id, paymentId: payment, orderId: scene.order.id, amount: amount,
                                                    currency: .ugx, refundedTotal: total))
        }
        try refund(40_000, total: 40_000, "by-hand-1")
        #expect(try scene.ticket(new, as: TicketShop.jane).json["status"] == "valid")
        try refund(60_000, total: 100_000, "by-hand-2")
        #expect(try scene.ticket(new, as: TicketShop.jane).json["status"] == "cancelled")
        #expect(try scene.ticket(scene.tickets[1]).json["status"] == "refunded")
        #expect(try scene.shard.published(ReturnStock.self).flatMap(\.lines).map(\.quantity).reduce(0, +) == 2)
    }

    @Test("Erasing the recipient cancels it without money, the seat returns to the payer's account of seats")
    func recipient() throws {
        let scene = try TransferScene(1)
        _ = try scene.received(scene.offered())
        try scene.erase("jane")
        #expect(try scene.shard.published(RefundPayment.self).isEmpty)
        let returned = try #require(try scene.shard.published(ReturnStock.self).first)
        #expect((returned.lines.map(\.quantity), returned.userId) == ([1], "john"))
        #expect(try scene.shard.published(TicketsCancelled.self).map(\.reason) == ["account-erased"])
    }

    @Test("Erasing the payer refunds what is theirs and leaves what others were given")
    func payer() throws {
        let scene = try TransferScene(2)
        let new = try scene.received(scene.offered(scene.tickets[0]))
        try scene.erase("john")
        #expect(try scene.shard.published(RefundPayment.self).map(\.amount) == [50_000])
        #expect(try scene.ticket(new, as: TicketShop.jane).json["status"] == "valid")
    }
}
