import CatalogEvents
import Contracts
import GRDB
import Kernel
import Messaging
import OrdersTicketSales
import PaymentsIntents
import PaymentsService
import ServiceKit
import Testing
import TestKit

/// One purchase told step by step over the real services, and what must be true whenever nothing is on its way.
struct SagaStory {
    static let john = TicketSaleFixture.buyers[0], jane = TicketSaleFixture.buyers[1], alice = TicketSaleFixture.buyers[2]
    static let bob = Principal.user("bob", roles: ["attendee", "organizer"])
    let fixture: TicketSaleFixture

    init(seed: UInt64) throws {
        fixture = try TicketSaleFixture(seed: seed)
        try fixture.orders.know(sealingKeyOf: "notifications")
        for person in ["john", "jane", "alice"] {
            try fixture.orders.receive(UserRegistered(userId: User.ID(person), name: person, email: person + "@example.com",
                                                      roles: ["attendee"]))
            try fixture.orders.receive(ContactVerified(userId: User.ID(person), contact: "email", address: person + "@example.com"))
        }
        try fixture.settle()
    }

    func place(_ quantity: Int, as buyer: Principal = john, sandbox: String? = nil) throws -> TicketSaleFixture.PlacedOrder {
        let known = Set(try fixture.knownOrders().map(\.id))
        try fixture.place([TicketLine(ticketTypeId: TicketSaleFixture.regular.id, quantity: quantity)], as: buyer, sandbox: sandbox)
        try fixture.settle()
        return try #require(try fixture.knownOrders().first { !known.contains($0.id) })
    }
    func pay(_ order: TicketSaleFixture.PlacedOrder, phoneEnding: String = "00") throws {
        try fixture.pay(try #require(order.payment), phoneEnding: phoneEnding, as: order.buyer)
        try fixture.settle()
    }
    func payByCard(_ order: TicketSaleFixture.PlacedOrder, _ number: String) throws {
        let card: JSONValue = ["type": "card", "number": .string(number), "expMonth": 12, "expYear": 2030, "cvc": "123"]
        let sealed = try fixture.payments.sealed(String(decoding: try JSON.encode(card), as: UTF8.self))
        let body: JSONValue = ["paymentId": .string(try #require(order.payment)), "method": sealed]
        try fixture.payments.sendThroughPreprocessor(PrepareConfirm<Payments>.self, body, as: order.buyer)
        try fixture.settle()
    }
    /// Time passes for everybody, and everything that follows has arrived.
    func wait(_ duration: Duration) throws {
        try fixture.advance(duration)
        try fixture.settle()
    }
    /// A paid order with its tickets.
    func buy(_ quantity: Int, as buyer: Principal = john, sandbox: String? = nil) throws -> TicketSaleFixture.PlacedOrder {
        let order = try place(quantity, as: buyer, sandbox: sandbox)
        try pay(order)
        try wait(.seconds(4))
        return order
    }
    func refund(_ order: TicketSaleFixture.PlacedOrder, _ tickets: [TicketID]? = nil) throws -> Reply? {
        let reply = try fixture.orders.send(RequestRefund(orderId: order.id, ticketIds: tickets, reason: "We cannot come"), as: order.buyer)
        try fixture.settle()
        return reply
    }

    /// The organizer changes the ticket type, with the fields of a request.
    func change(_ fields: [String: JSONValue]) throws -> Reply? {
        let ids: [String: JSONValue] = ["eventId": .string(TicketSaleFixture.event.rawValue), "ticketTypeId": "regular"]
        let body = JSONValue.object(fields.merging(ids) { own, _ in own })
        let text = String(decoding: try JSON.encode(body), as: UTF8.self)
        let reply = try fixture.catalog.send(raw: text, type: ChangeTicketType.type, as: Self.bob)
        try fixture.settle()
        return reply
    }

    func status(_ order: TicketSaleFixture.PlacedOrder) throws -> String? { try fixture.knownOrders().first { $0.id == order.id }?.status }
    func details(_ order: TicketSaleFixture.PlacedOrder) throws -> JSONValue {
        try fixture.orders.ask(OrderDetails.self, ["orderId": .string(order.id.rawValue)], as: order.buyer).json
    }
    func tickets(_ order: TicketSaleFixture.PlacedOrder) throws -> [(id: TicketID, serial: String)] {
        (try details(order)["tickets"]?.array ?? []).map { (TicketID($0["id"]?.string ?? ""), $0["serial"]?.string ?? "") }
    }
    /// Holders of the tickets that let somebody in.
    func holders() throws -> [String] {
        try fixture.orders.file.pool.read {
            try String.fetchAll($0, sql: "SELECT holder_id FROM ticket WHERE status IN ('valid', 'used') ORDER BY holder_id")
        }
    }

    // MARK: - What must be true

    /// Seats, money and tickets agree. To be asked when nothing is on its way.
    /// - Parameter isOff: the event was cancelled: its seats are nobody's, and stay as they were.
    func expectTruth(isOff: Bool = false, _ location: SourceLocation = #_sourceLocation) throws {
        try expectSeats(isOff: isOff, location)
        try expectMoney(location)
        try expectOwners(location)
        for letters in [try fixture.catalog.deadLetters(), try fixture.orders.deadLetters(), try fixture.payments.deadLetters()] {
            #expect(letters == [], sourceLocation: location)
        }
    }

    /// A refund by hand returns money and no ticket, so tickets are worth more than their order kept.
    func expectMoneyOnly(_ location: SourceLocation = #_sourceLocation) throws {
        try expectSeats(isOff: false, location)
        try expectMoney(location)
    }

    /// Sold + held + free = capacity; sold is the tickets there are, held is what orders wait for.
    private func expectSeats(isOff: Bool, _ location: SourceLocation) throws {
        let stock = try #require(try fixture.catalog.file.pool.read {
            try Row.fetchOne($0, sql: "SELECT sold, held, quantity FROM resource WHERE resource_id = 'regular'")
        })
        let (sold, held, capacity): (Int, Int, Int) = (stock[0], stock[1], stock[2])
        #expect(sold >= 0 && held >= 0 && sold + held <= capacity, sourceLocation: location)
        let (tickets, waiting) = try fixture.orders.file.pool.read { db in
            (try Int.fetchOne(db, sql: """
                SELECT count(*) FROM ticket WHERE ticket_type_id = 'regular' AND status IN ('valid', 'used')
                """) ?? -1,
             try Int.fetchOne(db, sql: "SELECT count(*) FROM orders WHERE status IN ('pending', 'awaiting-payment', 'confirming')") ?? -1)
        }
        if isOff { #expect(tickets == 0, sourceLocation: location) } else { #expect(sold == tickets, sourceLocation: location) }
        #expect((held > 0) == (waiting > 0), "held seats are of orders that wait", sourceLocation: location)
    }

    /// Money in = money out + earnings + fees.
    private func expectMoney(_ location: SourceLocation) throws {
        let (paid, back, earned, fees) = try fixture.payments.file.pool.read { db in
            func sum(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT coalesce(\(sql)") ?? -1 }
            return (try sum("sum(amount), 0) FROM payment WHERE status IN ('succeeded', 'partially_refunded', 'refunded')"),
                    try sum("sum(amount), 0) FROM refund WHERE status = 'succeeded'"),
                    try sum("sum(amount), 0) FROM ledger_entry"), try sum("sum(fee - fee_reversed), 0) FROM order_earning"))
        }
        #expect(paid == back + earned + fees, "\(paid) came; \(back) back, \(earned) earned, \(fees) fees", sourceLocation: location)
        // The organizer's numbers in orders say the same as the books in payments.
        let (gross, refunds, kept) = try fixture.orders.file.pool.read { db in
            func sum(_ column: String, _ kind: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT coalesce(sum(\(column)), 0) FROM business_fact WHERE kind = ?", arguments: [kind]) ?? -1
            }
            return (try sum("amount", "order"), try sum("amount", "refund"), try sum("fee", "order") - sum("fee", "refund"))
        }
        #expect(gross - refunds - kept == earned && kept == fees, sourceLocation: location)
    }

    /// Each ticket has one payment, of its order, and one owner.
    private func expectOwners(_ location: SourceLocation) throws {
        let orders = try fixture.orders.file.pool.read { db in
            try Row.fetchAll(db, sql: """
                SELECT o.id, o.payment_id, o.total, sum(t.price), min(t.holder_id <> ''), count(*), count(DISTINCT t.serial)
                FROM ticket t JOIN orders o ON o.id = t.order_id WHERE t.status IN ('valid', 'used') AND t.price > 0 GROUP BY o.id
                """)
        }
        for row in orders {
            let (id, total, face): (String, Int, Int) = (row[0], row[2], row[3])
            let captured = try fixture.payments.file.pool.read { db in
                try Row.fetchAll(db, sql: """
                    SELECT id, amount - refunded_amount FROM payment WHERE order_id = ? AND status IN ('succeeded', 'partially_refunded')
                    """, arguments: [id])
            }
            #expect(captured.map { $0[0] as String } == [row[1] as String], "payments of \(id)", sourceLocation: location)
            #expect(captured.first.map { $0[1] as Int } == face && face <= total, "\(id) is paid", sourceLocation: location)
            #expect(row[4] == true && row[5] as Int == row[6] as Int, "owners of \(id)", sourceLocation: location)
        }
    }
}
