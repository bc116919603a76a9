import Contracts
import GRDB
import Kernel
import Messaging
import OrdersBusinessNumbers
import OrdersCheckIn
import OrdersTicketSales
import TestKit
import Testing

@Suite("Kept sums are what the tables add up to")
struct KeptSumsTests {
    private func expectTrue(_ shop: TicketShop) throws {
        try shop.shard.file.pool.read { db in
            func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? -1 }
            func facts(_ column: String, _ kind: String) throws -> Int {
                try number("SELECT coalesce(sum(\(column)), 0) FROM business_fact WHERE kind = '\(kind)'")
            }
            // Facts are the tables.
            let sold = "FROM orders WHERE completed_at IS NOT NULL"
            #expect(try facts("amount", "order") == number("SELECT coalesce(sum(total), 0) \(sold)"))
            #expect(try facts("fee", "order") == number("SELECT coalesce(sum(fee), 0) \(sold)"))
            #expect(try facts("amount", "sold") == number("SELECT coalesce(sum(total), 0) \(sold)"))
            #expect(try facts("units", "ticket") == number("SELECT count(*) FROM ticket WHERE status IN ('valid', 'used')"))
            #expect(try facts("units", "used") == number("SELECT count(*) FROM ticket WHERE status = 'used'"))
            let refunds = "FROM refund r JOIN orders o ON o.id = r.order_id WHERE r.status = 'succeeded' AND r.payment_id IS o.payment_id"
            #expect(try facts("amount", "refund") == number("SELECT coalesce(sum(r.amount), 0) \(refunds) AND o.completed_at IS NOT NULL"))
            // Sums are the facts.
            for kind in ["order", "sold", "ticket", "used", "refund", "entry", "view"] {
                for column in ["units", "amount", "fee"] {
                    let kept = try number("SELECT coalesce(sum(\(column)), 0) FROM business_day WHERE kind = '\(kind)'")
                    #expect(try facts(column, kind) == kept)
                }
            }
            for kind in ["order", "ticket", "entry"] {
                let kept = try number("SELECT coalesce(sum(units), 0) FROM business_quarter WHERE kind = '\(kind)' AND scope_id = 'bob'")
                #expect(try facts("units", kind) == kept)
            }
            let reach = try #require(try Row.fetchOne(db, sql: "SELECT * FROM business_reach WHERE scope_id = 'bob'"))
            func people(_ kinds: String) throws -> Int {
                try number("SELECT count(DISTINCT user_id) FROM business_fact WHERE kind IN (\(kinds))")
            }
            #expect(try reach["buyers"] == people("'order'") && reach["holders"] == people("'ticket'"))
            #expect(try reach["viewers"] == people("'view'") && reach["prospects"] == people("'view', 'order'"))
        }
    }

    @Test("Through sales, scans, refunds, an erased buyer and a cancelled event")
    func life() throws {
        let shop = try TicketShop()
        let first = try shop.buy(3)
        _ = try shop.buy(2, as: TicketShop.jane)
        try shop.shard.receive(EventViewed(eventId: TicketShop.eventID, userId: "jane", organizerId: "bob", first: true,
                                           at: shop.shard.now))
        try expectTrue(shop)
        let tickets = try shop.details(first).json["tickets"]?.array ?? []
        let one = TicketID(tickets.first?["id"]?.string ?? "")
        try shop.shard.send(RequestRefund(orderId: first.id, ticketIds: [one], reason: "Cannot come"), as: TicketShop.john)
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).last))
        try expectTrue(shop)
        shop.shard.now = shop.event().startDate
        let serial = try #require(tickets.last?["serial"]?.string)
        try shop.shard.send(CheckInTicket(eventId: TicketShop.eventID, serial: serial, nonce: "scan-0001"), as: TicketShop.bob)
        try expectTrue(shop)
        try shop.shard.receive(UserErased(userId: "jane"))
        for slice in try shop.shard.published(UndoOrdersOfErased.self) { try shop.shard.receive(slice) }
        try expectTrue(shop)
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 2), reason: "Storm", deleted: false,
                                              attendeeCount: 1))
        for slice in try shop.shard.published(CancelEventOrders.self) { try shop.shard.receive(slice) }
        try expectTrue(shop)
    }

    @Test("A transferred ticket is sold once; its successor counts in the period of the order, with its own holder")
    func transferred() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let later = shop.shard.now + .days(2)
        try shop.shard.file.pool.write { db in
            try db.execute(sql: "UPDATE ticket SET status = 'transferred' WHERE position = 0")
            try db.execute(sql: """
                INSERT INTO ticket (tenant, id, order_id, event_id, position, ticket_type_id, ticket_type_name, price, currency, holder_id,
                    serial, version, status, purchased_at, received_from)
                SELECT tenant, 'received', order_id, event_id, 7, ticket_type_id, ticket_type_name, price, currency, 'jane', 'EP-NEW', 1,
                    'valid', ?, 'john' FROM ticket WHERE position = 0
                """, arguments: [later.millisecondsSinceEpoch])
        }
        shop.shard.hasRowsPastTheLog = true
        try expectTrue(shop)
        let numbers = try shop.shard.ask(OrganizerDashboard.self, ["to": "2026-11-21"], as: TicketShop.bob).json
        #expect(numbers["ticketsSold"] == 2 && numbers["attendees"] == 2 && numbers["buyers"] == 1)
        #expect(numbers["revenue"]?["gross"]?["amount"] == 100_000)
        #expect(try shop.status(order) == "completed")
    }

    @Test("An earlier entry takes the place of the first; a ticket that ends after it has entered all the same")
    func entries() throws {
        let shop = try TicketShop()
        _ = try shop.buy(1)
        shop.shard.now = shop.event().startDate
        func hours() throws -> JSONValue? {
            let id: JSONValue = .string(TicketShop.eventID.rawValue)
            return try shop.shard.ask(EventAnalytics.self, ["eventId": id], as: TicketShop.bob).json["checkInsByHour"]
        }
        func update(_ change: String) throws {
            try shop.shard.file.pool.write { try $0.execute(sql: "UPDATE ticket SET \(change)") }
            try expectTrue(shop)
        }
        shop.shard.hasRowsPastTheLog = true
        let start = shop.event().startDate
        try update("status = 'used', first_entry_at = \(start.millisecondsSinceEpoch)")
        try update("first_entry_at = \((start - .minutes(1)).millisecondsSinceEpoch)")
        let hour: JSONValue = .string((start - .hours(1)).wholeSeconds.description)
        #expect(try hours() == [["hour": hour, "entries": 1]])
        try update("status = 'cancelled', first_entry_at = NULL")
        #expect(try hours() == [["hour": hour, "entries": 1]])
    }
}
