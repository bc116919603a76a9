import CatalogService
import Contracts
import GRDB
import Kernel
import Messaging
import OrdersTicketSales
import PaymentsService
import ServiceKit
import TestKit
import Testing

/// The purchase saga over the real services: whatever buyers, providers, clocks and queues do, money and tickets agree in the end.
@Suite("Money and tickets")
struct MoneyAndTicketsTests {
    @Test("Every story ends with seats sold = tickets, money kept = face value of tickets, nothing held, nothing open",
          arguments: [1, 2, 3, 5, 8, 13, 17, 21])
    func stories(seed: UInt64) throws {
        let fixture = try TicketSaleFixture(seed: seed)
        for _ in 0..<40 {
            try act(in: fixture)
            try fixture.letSomeTravel()
        }
        try fixture.settle()
        // Every wait has ended by then: holds, payment sessions, late results, polls, refund retries.
        for _ in 0..<12 {
            try fixture.advance(.hours(1))
            try fixture.settle()
        }
        try check(fixture, seed)
    }

    @Test("""
        Somebody erases the account in the middle of it all: their tickets to come are refunded, and the books agree all the same (12.F35)
        """, arguments: [1, 4, 9, 16, 25])
    func erasure(seed: UInt64) throws {
        let fixture = try TicketSaleFixture(seed: seed)
        let leaving = TicketSaleFixture.buyers[0]
        // At least one paid order, whatever the others do.
        try fixture.place([TicketLine(ticketTypeId: TicketSaleFixture.regular.id, quantity: 2)], as: leaving, sandbox: nil)
        try fixture.settle()
        let first = try #require(try fixture.knownOrders().first)
        try fixture.pay(try #require(first.payment), phoneEnding: "00", as: leaving)
        try fixture.settle()
        try fixture.advance(.minutes(1))
        try fixture.settle()
        #expect(try fixture.knownOrders().first?.status == "completed", "seed \(seed)")
        for _ in 0..<20 {
            try act(in: fixture)
            try fixture.letSomeTravel()
        }
        // Each service receives the event at its own time.
        for hear in [{ try fixture.payments.receive(UserErased(userId: leaving.userID)) },
                     { try fixture.catalog.receive(UserErased(userId: leaving.userID)) },
                     { try fixture.orders.receive(UserErased(userId: leaving.userID)) }] {
            try hear()
            try fixture.letSomeTravel()
        }
        try fixture.settle()
        for _ in 0..<36 {
            try fixture.advance(.hours(1))
            try fixture.settle()
        }
        try check(fixture, seed)
        let left = try fixture.orders.file.pool.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM ticket WHERE holder_id = ? AND status = 'valid'",
                             arguments: [leaving.userID.rawValue]) ?? -1
        }
        #expect(left == 0, "seed \(seed): a ticket that nobody holds lets somebody in")
        // The received money equals the price of the valid tickets plus the refunds.
        let books = try fixture.payments.file.pool.read { db in
            try Row.fetchOne(db, sql: """
                SELECT (SELECT coalesce(sum(amount), 0) FROM payment WHERE status IN ('succeeded', 'partially_refunded', 'refunded')),
                    (SELECT coalesce(sum(amount), 0) FROM refund WHERE status = 'succeeded'), (SELECT count(*) FROM refund
                WHERE status = 'succeeded')
                """)
        }
        let (paid, returned, refunds): (Int, Int, Int) = (books?[0] ?? -1, books?[1] ?? -1, books?[2] ?? -1)
        let kept = try fixture.orders.file.pool.read {
            try Int.fetchOne($0, sql: "SELECT coalesce(sum(price), 0) FROM ticket WHERE status = 'valid'") ?? -1
        }
        #expect(refunds > 0 && paid == kept + returned, "seed \(seed): \(paid) came, \(kept) is kept, \(returned) went back")
    }

    private func act(in fixture: TicketSaleFixture) throws {
        let orders = try fixture.knownOrders()
        switch fixture.draw.next() % 10 {
        case 0...2:
            let kinds = [TicketLine(ticketTypeId: TicketSaleFixture.regular.id, quantity: 1 + Int(fixture.draw.next() % 3))]
                + (fixture.draw.next() % 3 == 0
                ? [TicketLine(ticketTypeId: TicketSaleFixture.free.id, quantity: 1)] : [])
            try fixture.place(fixture.draw.next() % 5 == 0 ? [TicketLine(ticketTypeId: TicketSaleFixture.free.id, quantity: 1)] : kinds,
                as: fixture.draw.pick(TicketSaleFixture.buyers),
                           sandbox: fixture.draw.pick([nil, nil, "late", "duplicate", "never", "out-of-order"]))
        case 3...6:
            guard let order = orders.filter({ $0.payment != nil }).randomElement(using: &fixture.draw), let payment = order.payment else {
                return
            }
            try fixture.pay(payment, phoneEnding: fixture.draw.pick(["00", "00", "00", "02", "03"]), as: order.buyer)
        case 7:
            guard let order = orders.randomElement(using: &fixture.draw) else { return }
            try fixture.orders.send(CancelOrder(orderId: order.id), as: order.buyer)
        case 8:
            guard let order = orders.filter({ $0.status == "completed" }).randomElement(using: &fixture.draw) else { return }
            try fixture.orders.send(RequestRefund(orderId: order.id, reason: "We cannot come"), as: order.buyer)
        default:
            try fixture.advance(fixture.draw.pick([.seconds(3), .seconds(40), .minutes(7), .minutes(16), .minutes(23)]))
        }
    }

    private func check(_ fixture: TicketSaleFixture, _ seed: UInt64) throws {
        #expect(try fixture.catalog.deadLetters() == [], "seed \(seed)")
        #expect(try fixture.orders.deadLetters() == [], "seed \(seed)")
        #expect(try fixture.payments.deadLetters() == [], "seed \(seed)")
        let final: Set<String> = ["completed", "partially-refunded", "refunded", "refused", "expired", "cancelled"]
        for order in try fixture.knownOrders() { #expect(final.contains(order.status), "seed \(seed): \(order)") }
        let waiting = try fixture.orders.file.pool.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM orders WHERE request_id IS NOT NULL")
        }
        #expect(waiting == 0, "seed \(seed): requests without an answer")

        let tickets = try fixture.orders.file.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT ticket_type_id, count(*), sum(price) FROM ticket WHERE status = 'valid' GROUP BY 1")
                .reduce(into: [String: (Int,
                Int)]()) {
                $0[$1[0]] = ($1[1], $1[2])
            }
        }
        for kind in [TicketSaleFixture.regular, TicketSaleFixture.free] {
            let stock = try fixture.catalog.file.pool.read {
                try Row.fetchOne($0, sql: "SELECT sold, held, quantity FROM resource WHERE resource_id = ?", arguments: [kind.id.rawValue])
            }
            let sold: Int = stock?[0] ?? -1, held: Int = stock?[1] ?? -1
            #expect(sold == tickets[kind.id.rawValue]?.0 ?? 0, "seed \(seed): sold is not tickets of \(kind.id)")
            #expect(held == 0, "seed \(seed): something is still held")
        }
        let kept = try fixture.payments.file.pool.read { db in
            try Int.fetchOne(db, sql: """
                SELECT coalesce(sum(amount - refunded_amount), 0) FROM payment
                WHERE status IN ('succeeded', 'partially_refunded', 'refunded')
                """) ?? -1
        }
        #expect(kept == tickets.values.reduce(0) { $0 + $1.1 }, "seed \(seed): money kept is not the face value of tickets")
        let settled = try fixture.orders.file.pool.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM refund WHERE status <> 'succeeded'")
        }
        #expect(settled == 0, "seed \(seed): refunds that did not succeed")
    }
}

extension Draw: RandomNumberGenerator {}
