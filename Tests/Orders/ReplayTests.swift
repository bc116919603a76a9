import Contracts
import Kernel
import Messaging
import OrdersService
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("Replay")
struct ReplayTests {
    @Test("The same log gives the same rows, whatever happened in it")
    func determinism() throws {
        let shop = try TicketShop()
        let bought = try shop.buy(3)
        let late = try shop.place()
        let payment = try shop.hold(late)
        try shop.expire(late)
        try shop.pay(late, payment)
        if let claim = try shop.shard.published(PlaceClaim.self).last { try shop.shard.receive(shop.claimed(late, claim: claim.claimId)) }
        try shop.shard.send(RequestRefund(orderId: bought.id, reason: "We cannot come"), as: TicketShop.john)
        _ = try shop.place()
        try shop.shard.advance(by: .minutes(1))
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 4), reason: "Storm", deleted: false,
                                              attendeeCount: 1))
        for slice in try shop.shard.published(CancelEventOrders.self) { try shop.shard.receive(slice) }
        try shop.shard.receive(UserErased(userId: "john"))

        let other = try ShardHarness(Orders.self, definition: TicketShop.definition)
        for record in shop.shard.log.dropFirst() { try other.deliver(try Envelope(record)) }
        #expect(try other.fingerprint() == shop.shard.fingerprint())
        #expect(try shop.shard.deadLetters().isEmpty)
    }

    @Test("Every table's primary key starts with the tenant")
    func tenants() throws {
        let shop = try TicketShop()
        let tables = try shop.shard.file.pool.read { db in
            try String.fetchAll(db, sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'souk_%'
                AND name NOT LIKE 'grdb_%'
                """)
                .map { ($0, try db.primaryKey($0).columns.first) }
        }
        #expect(tables.count >= 6)
        for (table, first) in tables { #expect(first == "tenant", "\(table)") }
    }

    @Test("An imported order is one however often it is imported, and has its tickets")
    func imported() throws {
        let shop = try TicketShop()
        let order = ImportOrder(orderId: "order-7", userId: "john", event: shop.event(),
                                tickets: [.init(ticketId: "t-1", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular",
                                    price: Money(50_000, .ugx), usedAt: shop.opening),
                                          .init(ticketId: "t-2", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular",
                                              price: Money(50_000, .ugx), refunded: true)],
                                paymentId: "payment-7", placedAt: shop.opening - .days(3))
        try shop.shard.receive(order)
        try shop.shard.receive(order)
        let details = try shop.shard.ask(OrderDetails.self, ["orderId": "order-7"], as: TicketShop.john).json
        #expect(details["status"] == "partially-refunded")
        #expect(details["items"]?.array?.first?["quantity"] == 2)
        #expect(details["tickets"]?.array?.map { $0["status"]?.string } == ["used", "refunded"])
        #expect(details["refunds"]?.array?.first?["amount"]?["amount"] == 50_000)
        let issued = try shop.shard.published(TicketsIssued.self)
        #expect(issued.count == 1 && issued[0].imported == true && issued[0].tickets.map(\.ticketId) == ["t-1", "t-2"])
        let ended = try shop.shard.published(TicketsCancelled.self)
        #expect(ended.map { $0.tickets.map(\.ticketId) } == [["t-2"]] && ended.map(\.reason) == ["refund"])
        #expect(try shop.shard.published(OrderCompleted.self).isEmpty)
        #expect(try shop.shard.deadLetters().isEmpty)
    }
}
