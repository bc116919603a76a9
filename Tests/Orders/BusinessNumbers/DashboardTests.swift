import Contracts
import Kernel
import Messaging
import OrdersBusinessNumbers
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

@Suite("What an organizer sells, in numbers")
struct DashboardTests {
    private func analytics(_ shop: TicketShop, as user: Principal = TicketShop.bob) throws -> Reply {
        try shop.shard.ask(EventAnalytics.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: user)
    }
    private func dashboard(_ shop: TicketShop, _ parameters: JSONValue = .object([:])) throws -> JSONValue {
        try shop.shard.ask(OrganizerDashboard.self, parameters, as: TicketShop.bob).json
    }
    private func revenue(_ answer: JSONValue) -> [Int] {
        ["gross", "refunds", "fees", "net"].map { answer["revenue"]?[$0]?["amount"]?.int ?? -1 }
    }
    private func refund(_ shop: TicketShop, _ order: TicketShop.Placed, tickets: Int) throws -> RefundPayment {
        let ids = try shop.details(order).json["tickets"]?.array?.compactMap { $0["id"]?.string }.prefix(tickets) ?? []
        let request = RequestRefund(orderId: order.id, ticketIds: ids.map { TicketID($0) }, reason: "Cannot come")
        #expect(try shop.shard.send(request, as: TicketShop.john)?.status == 201)
        return try #require(try shop.shard.published(RefundPayment.self).last)
    }

    @Test("An organizer who has sold nothing sees zeros, and null where there is nothing to divide by")
    func fresh() throws {
        let shop = try TicketShop()
        let answer = try dashboard(shop)
        #expect(revenue(answer) == [0, 0, 0, 0])
        #expect(answer["ticketsSold"] == 0 && answer["attendees"] == 0 && answer["buyers"] == 0 && answer["activeEvents"] == 1)
        #expect(answer["conversionRate"] == .null && answer["checkInRate"] == .null && answer["rating"] == ["average": .null, "count": 0])
        #expect(answer["salesByDay"] == [] && answer["topEvents"] == [])
        let event = try analytics(shop).json
        #expect(event["capacity"] == 600 && event["sellThrough"] == 0 && event["refundCount"] == 0 && event["checkInsByHour"] == [])
        #expect(event["byTicketType"]?.array?.map { $0["quantity"] } == [300, 300])
    }

    @Test("Gross is the face value of completed orders, the fee is rounded per order, and free orders count as sales")
    func sales() throws {
        let shop = try TicketShop()
        _ = try shop.buy(2)
        _ = try shop.buy(1, as: TicketShop.jane)
        let free = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1)], as: TicketShop.jane)
        try shop.shard.receive(shop.claimed(free, buyer: "jane"))
        try shop.confirm(free)
        _ = try shop.hold(try shop.place())  // It has not paid.
        let answer = try dashboard(shop)
        #expect(revenue(answer) == [150_000, 0, 7500, 142_500])
        #expect(answer["ticketsSold"] == 4 && answer["attendees"] == 2 && answer["buyers"] == 2 && answer["conversionRate"] == 1)
        #expect(answer["salesByDay"] == [["date": "2026-11-21", "tickets": 4, "gross": ["amount": 150_000, "currency": "UGX"]]])
        #expect(answer["topEvents"]?.array?.map { $0["eventId"] } == [.string(TicketShop.eventID.rawValue)])
        let event = try analytics(shop).json
        #expect(event["byTicketType"]?.array?.map { $0["sold"] } == [3, 1])
        #expect(event["byTicketType"]?.array?.map { $0["gross"]?["amount"] } == [150_000, 0])
        #expect(event["sellThrough"] == 0.0067)
    }

    @Test("A refund counts when it succeeds: gross keeps it, the fee's share comes back, the ticket no longer counts")
    func refunds() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let asked = try refund(shop, order, tickets: 1)
        #expect(revenue(try dashboard(shop)) == [100_000, 0, 5000, 95_000])
        #expect(try dashboard(shop)["ticketsSold"] == 1)
        shop.shard.now = shop.shard.now + .days(1)
        try shop.refundSucceeds(asked)
        let event = try analytics(shop).json
        #expect(revenue(event) == [100_000, 50_000, 2500, 47_500])
        #expect(event["refundCount"] == 1 && event["buyers"] == 1)
        // The sale is of the 21st, its refund of the 22nd.
        #expect(revenue(try dashboard(shop, ["to": "2026-11-21"])) == [100_000, 0, 5000, 95_000])
        #expect(revenue(try dashboard(shop, ["from": "2026-11-22"])) == [0, 50_000, -2500, -47_500])
    }

    @Test("Refunds made in payments count with the fee's share, and the fee is that of the sale when the tenant's changes (R8)")
    func byHand() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let payment = try #require(try shop.shard.published(CreateIntent.self).first).paymentId
        try shop.shard.receive(RefundSucceeded(refundId: "hand", paymentId: payment, orderId: order.id, amount: 30_000, currency: .ugx))
        #expect(revenue(try dashboard(shop)) == [100_000, 30_000, 3500, 66_500])
        // Of a payment that is not the order's: it was never a sale.
        try shop.shard.receive(RefundSucceeded(refundId: "other", paymentId: "p-other", orderId: order.id, amount: 9000, currency: .ugx))
        #expect(revenue(try dashboard(shop)) == [100_000, 30_000, 3500, 66_500])
        #expect(PlatformFee(gross: 100_000, fee: 5000).reversal(of: 30_000, refunded: 0, reversed: 0, usualPercent: 20) == 1500)
    }

    @Test("A ticket type that ended after its refunds keeps its sales, so that the types add up to the gross")
    func endedType() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        try shop.refundSucceeds(try refund(shop, order, tickets: 2))
        let event = shop.event(version: 2)
        let left = TicketEvent(
            eventId: event.eventId, organizerId: event.organizerId, organizerName: event.organizerName, title: event.title,
            category: event.category, status: event.status, startDate: event.startDate, endDate: event.endDate, venue: event.venue,
            posterUrl: nil, ageRestriction: nil, ticketTypes: event.ticketTypes.filter { $0.id == TicketShop.free },
            refundPolicy: event.refundPolicy, transferable: true, reEntry: false, doorsOpenMinutes: 180, version: 2)
        try shop.shard.receive(EventUpdated(eventId: TicketShop.eventID, event: left, changed: ["ticketTypes"], notifyHolders: false))
        let types = try analytics(shop).json["byTicketType"]?.array ?? []
        #expect(types.map { $0["name"] } == ["Free", "Regular"])
        #expect(types.map { $0["gross"]?["amount"] } == [0, 100_000])
        #expect(types.map { $0["quantity"] } == [300, 0] && types.map { $0["sold"] } == [0, 0])
    }

    @Test("An imported refund counts on its own day, not on that of the purchase")
    func importedRefund() throws {
        let shop = try TicketShop()
        let bought = shop.shard.now, refunded = bought + .days(1)
        try shop.shard.receive(ImportOrder(orderId: "old-1", userId: "john", event: shop.event(), tickets: [
            .init(ticketId: "t-1", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular", price: Money(50_000, .ugx)),
            .init(ticketId: "t-2", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular", price: Money(50_000, .ugx), refunded: true,
                  refundedAt: refunded),
            .init(ticketId: "t-3", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular", price: Money(50_000, .ugx), refunded: true,
                  refundedAt: refunded + .hours(1)),
        ], paymentId: "p-old", placedAt: bought))
        #expect(revenue(try dashboard(shop, ["to": "2026-11-21"])) == [150_000, 0, 7500, 142_500])
        #expect(revenue(try dashboard(shop, ["from": "2026-11-22"])) == [0, 100_000, -5000, -95_000])
        let order = try shop.shard.ask(OrderDetails.self, ["orderId": "old-1"], as: TicketShop.john).json
        #expect(order["payment"]?["status"] == "partially_refunded")
    }

    @Test("Money that was paid too late and went back was never a sale")
    func late() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.expire(order)
        try shop.pay(order, payment)
        let again = try #require(try shop.shard.published(PlaceClaim.self).last).claimId
        try shop.shard.receive(ClaimRefused(claimId: again, orderId: order.id, listing: .event(TicketShop.eventID), status: 409,
                                            slug: "sold-out", detail: "Sold out.", members: [:], errors: [:]))
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).last))
        #expect(try shop.status(order) == "refunded")
        #expect(revenue(try dashboard(shop)) == [0, 0, 0, 0])
    }

    @Test("Days are the app's, times are half-open, and what ends before it begins is 422")
    func periods() throws {
        let shop = try TicketShop()
        shop.shard.now = try #require(Timestamp("2026-11-21T20:59:59.999Z"))
        _ = try shop.buy(1)
        shop.shard.now = try #require(Timestamp("2026-11-21T21:00:00Z"))
        _ = try shop.buy(2)
        // Midnight in Kampala is 21:00 in UTC.
        #expect(try dashboard(shop)["salesByDay"]?.array?.map { $0["date"] } == ["2026-11-21", "2026-11-22"])
        #expect(try dashboard(shop, ["from": "2026-11-21", "to": "2026-11-21"])["ticketsSold"] == 1)
        #expect(try dashboard(shop, ["from": "2026-11-22", "to": "2026-11-22"])["ticketsSold"] == 2)
        #expect(try dashboard(shop, ["from": "2026-11-21T20:59:59.999Z", "to": "2026-11-21T21:00:00Z"])["ticketsSold"] == 1)
        #expect(try dashboard(shop, ["from": "2026-11-21T21:00:00Z"])["attendees"] == 1)
        #expect(try dashboard(shop, ["to": "2026-11-21T20:59:59.999Z"])["ticketsSold"] == 0)
        for period: JSONValue in [["from": "2026-11-22", "to": "2026-11-21"], ["from": "yesterday"], ["to": "2026-02-30"],
                                  ["from": "2026-11-22T00:00:00Z", "to": "2026-11-21T00:00:00Z"]] {
            #expect(try shop.shard.ask(OrganizerDashboard.self, period, as: TicketShop.bob).status == 422, "\(period)")
        }
    }

    @Test("Entries count by the hour of UTC, a ticket once; the rate is over events whose doors have opened")
    func entries() throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        let serials = try shop.details(order).json["tickets"]?.array?.compactMap { $0["serial"]?.string } ?? []
        shop.shard.now = shop.event().startDate - .hours(3) - .seconds(1)
        #expect(try dashboard(shop)["checkInRate"] == .null)
        shop.shard.now = shop.event().startDate
        #expect(try dashboard(shop)["checkInRate"] == 0)
        #expect(serials.count == 2)
        for nonce in ["scan-0001", "scan-0002"] {
            try shop.shard.send(CheckInTicket(eventId: TicketShop.eventID, serial: serials[0], nonce: nonce), as: TicketShop.bob)
        }
        let event = try analytics(shop).json
        #expect(event["checkInRate"] == 0.5)
        #expect(event["checkInsByHour"] == [["hour": .string(shop.event().startDate.wholeSeconds.description), "entries": 1]])
        #expect(event["byTicketType"]?.array?.first?["checkedIn"] == 1)
    }

    @Test("Tickets of a cancelled event count no more, their money is refunded, and the event is no longer active")
    func cancelled() throws {
        let shop = try TicketShop()
        _ = try shop.buy(2)
        try shop.shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 2), reason: "Storm", deleted: false,
                                              attendeeCount: 1))
        for slice in try shop.shard.published(CancelEventOrders.self) { try shop.shard.receive(slice) }
        try shop.refundSucceeds(try #require(try shop.shard.published(RefundPayment.self).last))
        let answer = try dashboard(shop)
        #expect(revenue(answer) == [100_000, 100_000, 0, 0])
        #expect(answer["ticketsSold"] == 0 && answer["activeEvents"] == 0 && answer["topEvents"] == [])
        #expect(answer["salesByDay"]?.array?.map { $0["tickets"] } == [0])
        try shop.shard.receive(EventRestored(eventId: TicketShop.eventID, event: shop.event(version: 3)))
        #expect(try dashboard(shop)["activeEvents"] == 1)
    }

    @Test("Nobody else reads an event's numbers: 403 for a public event, 404 for a draft, a deleted and an unknown one")
    func access() throws {
        let shop = try TicketShop()
        #expect(try analytics(shop, as: TicketShop.john).slug == "not-event-owner")
        try shop.shard.receive(EventCountsChanged(eventId: TicketShop.eventID, favorites: 0, ratings: 0, stars: 0, deleted: true))
        #expect(try analytics(shop, as: TicketShop.john).status == 404)
        #expect(try analytics(shop).status == 200)
        let types = [DraftChanged.TicketType(id: "t", name: "Seat", quantity: 12)]
        try shop.shard.receive(DraftChanged(eventId: "draft", organizerId: "bob", title: nil, ticketTypes: types, deleted: false))
        let draft = try shop.shard.ask(EventAnalytics.self, ["eventId": "draft"], as: TicketShop.bob)
        #expect(draft.status == 200 && draft.json["capacity"] == 12)
        #expect(try shop.shard.ask(EventAnalytics.self, ["eventId": "draft"], as: TicketShop.jane).status == 404)
        #expect(try shop.shard.ask(EventAnalytics.self, ["eventId": "nowhere"], as: TicketShop.bob).status == 404)
        #expect(try dashboard(shop)["draftEvents"] == 1)
        try shop.shard.receive(DraftChanged(eventId: "draft", organizerId: "bob", title: nil, ticketTypes: types, deleted: true))
        #expect(try dashboard(shop)["draftEvents"] == 0)
        let former = try shop.shard.ask(EventAnalytics.self, ["eventId": "draft"], as: .user("bob", roles: ["attendee"]))
        #expect(former.status == 403 && former.json["slug"] == "role-required")
    }

    @Test("A deleted draft has numbers until it is purged after thirty days; a restored one keeps them")
    func purgedDraft() throws {
        let shop = try TicketShop()
        func change(_ id: EventID, deleted: Bool) throws {
            try shop.shard.receive(DraftChanged(eventId: id, organizerId: "bob", title: nil, ticketTypes: [], deleted: deleted))
        }
        func status(_ id: String) throws -> Int {
            try shop.shard.ask(EventAnalytics.self, ["eventId": .string(id)], as: TicketShop.bob).status
        }
        for id in ["purged", "restored"] { try change(EventID(id), deleted: true) }
        try shop.shard.advance(by: .days(29))
        try change("restored", deleted: false)
        #expect(try status("purged") == 200 && status("restored") == 200)
        try shop.shard.advance(by: .days(1))
        #expect(try status("purged") == 404 && status("restored") == 200)
    }
}
