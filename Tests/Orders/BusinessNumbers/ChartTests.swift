import Contracts
import Kernel
import Messaging
import OrdersBusinessNumbers
import TestKit
import Testing

@Suite("Charts of an organizer's numbers")
struct ChartTests {
    private func picture(_ shop: TicketShop, _ more: [String: JSONValue] = [:]) throws -> String {
        let id: JSONValue = .string(TicketShop.eventID.rawValue)
        let reply = try shop.shard.ask(AnalyticsChart.self, .object(more.merging(["eventId": id]) { own, _ in own }), as: TicketShop.bob)
        #expect(reply.status == 200 && reply.contentType == "image/svg+xml")
        return String(decoding: reply.body, as: UTF8.self)
    }

    @Test("A bar for each day with a sale says its value; days without one leave a gap")
    func sales() throws {
        let shop = try TicketShop()
        _ = try shop.buy(1)
        shop.shard.now = shop.shard.now + .days(2)
        _ = try shop.buy(2)
        let svg = try picture(shop)
        #expect(svg.contains("<title>2026-11-21: 1 ticket, 50,000 UGX</title>"))
        #expect(svg.contains("<title>2026-11-23: 2 tickets, 100,000 UGX</title>"))
        #expect(svg.matches(of: /<rect x=/).count == 2)
        #expect(svg.contains("<desc id=\"chart-description\">3 tickets for 150,000 UGX on 2 days with a sale.</desc>"))
        // The second bar is in the third of three places, and twice as high.
        #expect(svg.contains("height=\"124\"") && svg.contains("height=\"248\""))
        #expect(try picture(shop) == svg)
        let board = try shop.shard.ask(DashboardChart.self, ["from": "2026-11-22"], as: TicketShop.bob)
        #expect(String(decoding: board.body, as: UTF8.self).matches(of: /<rect x=/).count == 1)
    }

    @Test("An event without sales has an empty chart, and markup in a title stays text")
    func empty() throws {
        let shop = try TicketShop()
        #expect(try picture(shop).contains("Nothing in this period"))
        #expect(try picture(shop, ["chart": "check-ins"]).contains("Check-ins by hour (UTC): Kampala Tech Summit"))
        let types: [DraftChanged.TicketType] = []
        try shop.shard.receive(DraftChanged(eventId: "draft", organizerId: "bob", title: "</title><script>&\"'", ticketTypes: types,
                                            deleted: false))
        let reply = try shop.shard.ask(AnalyticsChart.self, ["eventId": "draft"], as: TicketShop.bob)
        let svg = String(decoding: reply.body, as: UTF8.self)
        #expect(svg.contains("&lt;/title&gt;&lt;script&gt;&amp;&quot;&#39;") && !svg.contains("<script"))
    }

    @Test("Charts follow the access and the period of the numbers, and no other chart exists")
    func refused() throws {
        let shop = try TicketShop()
        func ask(_ more: [String: JSONValue], as user: Principal) throws -> Int {
            let id: JSONValue = .string(TicketShop.eventID.rawValue)
            return try shop.shard.ask(AnalyticsChart.self, .object(more.merging(["eventId": id]) { own, _ in own }), as: user).status
        }
        #expect(try ask([:], as: TicketShop.john) == 403)
        #expect(try ask(["chart": "pie"], as: TicketShop.bob) == 422)
        #expect(try ask(["from": "2026-11-22", "to": "2026-11-21"], as: TicketShop.bob) == 422)
    }
}
