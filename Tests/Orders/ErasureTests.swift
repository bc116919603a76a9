import Contracts
import GRDB
import Kernel
import Messaging
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("A buyer erases the account (12.F35)")
struct ErasureTests {
    private func erase(_ shop: TicketShop) throws {
        try shop.shard.receive(UserErased(userId: "john"))
        // The service's message to itself comes back through its log.
        for slice in try shop.shard.published(UndoOrdersOfErased.self) { try shop.shard.receive(slice) }
    }
    private func statuses(_ shop: TicketShop, _ order: TicketShop.Placed) throws -> [String?] {
        try shop.details(order).json["tickets"]?.array?.map { $0["status"]?.string } ?? []
    }

    @Test("Future tickets are refunded where the policy allows: the money goes back, the seats return")
    func refunded() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        try erase(shop)
        #expect(try statuses(shop, order) == ["refunded", "refunded"])
        let refund = try #require(try shop.shard.published(RefundPayment.self).first)
        #expect((refund.amount, refund.fee) == (100_000, 5000))
        #expect(try shop.shard.published(ReturnStock.self).flatMap(\.lines).map(\.quantity) == [2])
        try shop.refundSucceeds(refund)
        #expect(try shop.status(order) == "refunded")
        try erase(shop)
        #expect(try shop.shard.published(RefundPayment.self).count == 1)
    }

    @Test("Past the refund window they are cancelled without money; the seats return all the same")
    func cancelled() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        shop.shard.now = shop.event().startDate - .hours(24) + .seconds(1)
        try erase(shop)
        #expect(try statuses(shop, order) == ["cancelled", "cancelled"])
        #expect(try shop.status(order) == "completed")
        #expect(try shop.shard.published(RefundPayment.self).isEmpty)
        #expect(try shop.shard.published(ReturnStock.self).flatMap(\.lines).map(\.quantity) == [2])
        #expect(try shop.shard.published(ReturnStock.self).map(\.refundedTotal) == [0])
        #expect(try shop.shard.published(TicketsCancelled.self).map(\.reason) == ["account-erased"])
    }

    @Test("Why the organizer blocked a ticket goes with the account")
    func blocked() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        let ticket = try #require(try shop.details(order).json["tickets"]?.array?.first?["id"]?.string)
        try shop.shard.send(BlockTicket(ticketId: TicketID(ticket), reason: "John fought at the gate"), as: TicketShop.bob)
        func reason() throws -> String? {
            try shop.shard.file.pool.read { try String.fetchOne($0, sql: "SELECT blocked_because FROM ticket") }
        }
        #expect(try reason() == "John fought at the gate")
        try erase(shop)
        #expect(try reason() == "")
        #expect(try statuses(shop, order) == ["refunded"])
    }

    @Test("Tickets of an event that is over stay, and so do used ones")
    func over() throws {
        let shop = try TicketShop()
        let order = try shop.buy(1)
        shop.shard.now = shop.event().endDate
        try erase(shop)
        #expect(try statuses(shop, order) == ["expired"])
        #expect(try shop.shard.published(ReturnStock.self).isEmpty)
    }

    @Test("Orders under way end: seats are released, payments cancelled, money that is here or comes later goes back")
    func underWay() throws {
        let shop = try TicketShop()
        let waiting = try shop.place()
        let open = try shop.place()
        let openPayment = try shop.hold(open)
        let paid = try shop.place()
        let paidPayment = try shop.hold(paid)
        try shop.pay(paid, paidPayment)
        let free = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1)])
        try shop.shard.receive(shop.claimed(free))
        try erase(shop)
        #expect(try shop.shard.answer(to: waiting.request)?.status == 503)
        #expect(try shop.status(open) == "cancelled")
        #expect(try shop.shard.published(CancelIntent.self).map(\.paymentId) == [openPayment])
        #expect(Set(try shop.shard.published(ReleaseClaim.self).map(\.claimId)) == [waiting.claim, open.claim, paid.claim, free.claim])
        #expect(try shop.shard.published(RefundPayment.self).map(\.paymentId) == [paidPayment])
        try shop.pay(open, openPayment)
        #expect(try shop.shard.published(RefundPayment.self).map(\.paymentId) == [paidPayment, openPayment])
        // The catalog had already sold these seats when the release arrived.
        try shop.confirm(free)
        #expect(try shop.shard.published(ReturnStock.self).map(\.returnId) == [free.claim.rawValue])
        #expect(try shop.details(free).json["tickets"] == [])
    }
}
