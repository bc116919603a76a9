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
    @Test("Every story ends with seats sold = tickets, money kept = face value of tickets, nothing held, nothing open", arguments: [1, 2, 3, 5, 8, 13, 17, 21])
    func stories(seed: UInt64) throws {
        let town = try TicketTown(seed: seed)
        for _ in 0..<40 {
            try act(in: town)
            try town.letSomeTravel()
        }
        try town.settle()
        // Every wait has ended by then: holds, payment sessions, late results, polls, refund retries.
        for _ in 0..<12 {
            try town.advance(.hours(1))
            try town.settle()
        }
        try check(town, seed)
    }

    @Test("Somebody erases the account in the middle of it all: their tickets to come are refunded, and the books agree all the same (12.F35)", arguments: [1, 4, 9, 16, 25])
    func erasure(seed: UInt64) throws {
        let town = try TicketTown(seed: seed)
        let leaving = TicketTown.buyers[0]
        // At least one paid order, whatever the others do.
        try town.place([TicketLine(ticketTypeId: TicketTown.regular.id, quantity: 2)], as: leaving, sandbox: nil)
        try town.settle()
        let first = try #require(try town.knownOrders().first)
        try town.pay(try #require(first.payment), phoneEnding: "00", as: leaving)
        try town.settle()
        try town.advance(.minutes(1))
        try town.settle()
        #expect(try town.knownOrders().first?.status == "completed", "seed \(seed)")
        for _ in 0..<20 {
            try act(in: town)
            try town.letSomeTravel()
        }
        // Each service receives the event at its own time.
        for hear in [{ try town.payments.receive(UserErased(userId: leaving.userID)) }, { try town.catalog.receive(UserErased(userId: leaving.userID)) },
                     { try town.orders.receive(UserErased(userId: leaving.userID)) }] {
            try hear()
            try town.letSomeTravel()
        }
        try town.settle()
        for _ in 0..<36 {
            try town.advance(.hours(1))
            try town.settle()
        }
        try check(town, seed)
        let left = try town.orders.file.pool.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM ticket WHERE holder_id = ? AND status = 'valid'", arguments: [leaving.userID.rawValue]) ?? -1
        }
        #expect(left == 0, "seed \(seed): a ticket that nobody holds lets somebody in")
        // The received money equals the price of the valid tickets plus the refunds.
        let books = try town.payments.file.pool.read { db in
            try Row.fetchOne(db, sql: """
                SELECT (SELECT coalesce(sum(amount), 0) FROM payment WHERE status IN ('succeeded', 'partially_refunded', 'refunded')),
                    (SELECT coalesce(sum(amount), 0) FROM refund WHERE status = 'succeeded'), (SELECT count(*) FROM refund WHERE status = 'succeeded')
                """)
        }
        let (paid, returned, refunds): (Int, Int, Int) = (books?[0] ?? -1, books?[1] ?? -1, books?[2] ?? -1)
        let kept = try town.orders.file.pool.read { try Int.fetchOne($0, sql: "SELECT coalesce(sum(price), 0) FROM ticket WHERE status = 'valid'") ?? -1 }
        #expect(refunds > 0 && paid == kept + returned, "seed \(seed): \(paid) came, \(kept) is kept, \(returned) went back")
    }

    private func act(in town: TicketTown) throws {
        let orders = try town.knownOrders()
        switch town.draw.next() % 10 {
        case 0...2:
            let kinds = [TicketLine(ticketTypeId: TicketTown.regular.id, quantity: 1 + Int(town.draw.next() % 3))] + (town.draw.next() % 3 == 0
                ? [TicketLine(ticketTypeId: TicketTown.free.id, quantity: 1)] : [])
            try town.place(town.draw.next() % 5 == 0 ? [TicketLine(ticketTypeId: TicketTown.free.id, quantity: 1)] : kinds,
                as: town.draw.pick(TicketTown.buyers),
                           sandbox: town.draw.pick([nil, nil, "late", "duplicate", "never", "out-of-order"]))
        case 3...6:
            guard let order = orders.filter({ $0.payment != nil }).randomElement(using: &town.draw), let payment = order.payment else { return }
            try town.pay(payment, phoneEnding: town.draw.pick(["00", "00", "00", "02", "03"]), as: order.buyer)
        case 7:
            guard let order = orders.randomElement(using: &town.draw) else { return }
            try town.orders.send(CancelOrder(orderId: order.id), as: order.buyer)
        case 8:
            guard let order = orders.filter({ $0.status == "completed" }).randomElement(using: &town.draw) else { return }
            try town.orders.send(RequestRefund(orderId: order.id, reason: "We cannot come"), as: order.buyer)
        default:
            try town.advance(town.draw.pick([.seconds(3), .seconds(40), .minutes(7), .minutes(16), .minutes(23)]))
        }
    }

    private func check(_ town: TicketTown, _ seed: UInt64) throws {
        #expect(try town.catalog.deadLetters() == [], "seed \(seed)")
        #expect(try town.orders.deadLetters() == [], "seed \(seed)")
        #expect(try town.payments.deadLetters() == [], "seed \(seed)")
        let final: Set<String> = ["completed", "partially-refunded", "refunded", "refused", "expired", "cancelled"]
        for order in try town.knownOrders() { #expect(final.contains(order.status), "seed \(seed): \(order)") }
        let waiting = try town.orders.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM orders WHERE request_id IS NOT NULL") }
        #expect(waiting == 0, "seed \(seed): requests without an answer")

        let tickets = try town.orders.file.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT ticket_type_id, count(*), sum(price) FROM ticket WHERE status = 'valid' GROUP BY 1").reduce(into: [String: (Int,
                Int)]()) {
                $0[$1[0]] = ($1[1], $1[2])
            }
        }
        for kind in [TicketTown.regular, TicketTown.free] {
            let stock = try town.catalog.file.pool.read {
                try Row.fetchOne($0, sql: "SELECT sold, held, quantity FROM resource WHERE resource_id = ?", arguments: [kind.id.rawValue])
            }
            let sold: Int = stock?[0] ?? -1, held: Int = stock?[1] ?? -1
            #expect(sold == tickets[kind.id.rawValue]?.0 ?? 0, "seed \(seed): sold is not tickets of \(kind.id)")
            #expect(held == 0, "seed \(seed): something is still held")
        }
        let kept = try town.payments.file.pool.read { db in
            try Int.fetchOne(db, sql: """
                SELECT coalesce(sum(amount - refunded_amount), 0) FROM payment WHERE status IN ('succeeded', 'partially_refunded', 'refunded')
                """) ?? -1
        }
        #expect(kept == tickets.values.reduce(0) { $0 + $1.1 }, "seed \(seed): money kept is not the face value of tickets")
        let settled = try town.orders.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM refund WHERE status <> 'succeeded'") }
        #expect(settled == 0, "seed \(seed): refunds that did not succeed")
    }
}

extension Draw: RandomNumberGenerator {}
