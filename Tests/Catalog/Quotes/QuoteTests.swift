import CatalogQuotes
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Quotes: a cart is priced and checked at once")
struct QuoteTests {
    private let town: MealFixture
    init() throws { town = try MealFixture() }
    private static func line(_ item: String, _ quantity: Int = 1, _ options: [String] = [], note: String? = nil) -> JSONValue {
        MealFixture.line(item, quantity, options, note: note)
    }

    @Test("Options, fees, tip and the tax in them add up; way and kitchen give the time")
    func priced() throws {
        let made = try town.quote([Self.line("kabsa", 1, ["full", "daqoos"], note: "بدون بصل"), Self.line("laban", 2)],
                                  tip: MealFixture.sar(500))
        #expect(made.status == 201 && made.json["orderable"] == true && made.json["problems"] == [])
        let totals = made.json["totals"]
        #expect(totals?.amount("subtotal") == 6200 && totals?.amount("deliveryFee") == 900 && totals?.amount("serviceFee") == 200)
        #expect(totals?.amount("tip") == 500 && totals?.amount("total") == 7800 && totals?.amount("taxIncluded") == 952)
        #expect(made.json["distanceMeters"] == 1748 && made.json["etaMinutes"] == ["min": 31, "max": 41])
        #expect(made.json["zone"]?["name"] == "near" && made.json.amount("minimumOrder") == 3000)
        #expect(made.json["expiresAt"]?.string == (town.shard.now + .minutes(15)).description)
        let kabsa = try #require(made.json["lines"]?.array?.first)
        #expect(kabsa.amount("unitPrice") == 5400 && kabsa["note"] == "بدون بصل")
        #expect(kabsa["options"]?.array?.map { $0["group"]?.string } == ["الحجم", "إضافات"])
    }

    @Test("Every problem of a cart is told at once, in order; lines with one are not in the totals")
    func problems() throws {
        let made = try town.quote([Self.line("kunafa", 2), Self.line("kunafa", 2), Self.line("marqooq"), Self.line("laban", 5)],
                                  to: MealFixture.far)
        #expect(made.status == 201 && made.json["orderable"] == false)
        #expect(made.json.codes == ["item-unavailable", "item-out-of-stock", "item-out-of-stock", "out-of-zone"])
        let found = made.json["problems"]?.array ?? []
        #expect(found.map { $0["itemIndex"]?.int } == [2, 0, 1, nil] && found[1]["data"] == ["available": 3])
        #expect(found.allSatisfy { $0["message"]?.string?.isEmpty == false })
        #expect(made.json["totals"]?.amount("subtotal") == 2000 && made.json["totals"]?.amount("deliveryFee") == 0)
        #expect(made.json["zone"] == .null && made.json["etaMinutes"] == .null && made.json["minimumOrder"] == .null)
        #expect(try town.stock("kunafa") == 3)
    }

    @Test("A restaurant may be closed and paused at once; one that is suspended says so, a draft is unknown")
    func restaurantProblems() throws {
        // Shown as the whole second at which the pause is over.
        let until = town.shard.now + .hours(1) - .milliseconds(400)
        try town.post("catalog.set-availability.v1", ["restaurantId": "sofra-24", "mode": "paused", "until": .string(until.description)])
        var made = try town.quote([Self.line("mandi")])
        #expect(made.json.codes == ["restaurant-paused"])
        #expect(made.json["problems"]?.array?.first?["data"] == ["until": .string(until.wholeSecondsUp.description)])
        let sunday: JSONValue = ["dayOfWeek": 0, "opens": "12:00", "closes": "15:00"]
        try town.post("catalog.set-hours.v1", ["restaurantId": "sofra-24", "hours": [sunday]])
        made = try town.quote([Self.line("mandi")])
        #expect(made.json.codes == ["restaurant-closed", "restaurant-paused"])
        #expect(made.json["problems"]?.array?.first?["data"] == ["opensAt": "2026-11-22T09:00:00Z"])
        try town.post("catalog.suspend-restaurant.v1", ["restaurantId": "sofra-24", "reason": "شكاوى"], as: MealFixture.admin)
        made = try town.quote([Self.line("mandi")])
        #expect(made.json.codes == ["restaurant-not-active", "restaurant-closed", "restaurant-paused"])
        #expect(try town.quote([Self.line("draft-dish")], at: MealFixture.draft).status == 404)
        #expect(try town.quote([Self.line("mandi")], at: "nowhere").status == 404)
    }

    @Test("Options: each group that does not fit is one problem, what no group has is one without a group", arguments: [
        ([], ["size"]), (["half", "full"], ["size"]), (["half", "half"], ["size"]), (["feast"], ["size"]),
        (["half", "rice", "daqoos", "salad"], ["extras"]), (["half", "rice", "rice"], ["extras"]), (["half", "nothing"], [nil]),
        (["rice", "rice", "nothing", "other"], ["size", "extras", nil]), (["half", "rice", "salad"], []),
    ] as [([String], [String?])])
    func options(_ chosen: [String], _ groups: [String?]) throws {
        let made = try town.quote([Self.line("laban", 20), Self.line("kabsa", 1, chosen)])
        #expect(made.json.codes == groups.map { _ in "options-invalid" })
        let found = made.json["problems"]?.array ?? []
        #expect(found.map { $0["data"]?["groupId"]?.string } == groups && found.allSatisfy { $0["itemIndex"] == 1 })
    }

    @Test("Too few of an item and wrong options may meet on one line; what is unavailable has no other problem")
    func meeting() throws {
        _ = try town.post("catalog.change-menu-item.v1", ["itemId": "kabsa", "stock": 1])
        let made = try town.quote([Self.line("kabsa", 2), Self.line("marqooq", 1, ["nothing"]), Self.line("laban", 20)])
        #expect(made.json.codes == ["item-unavailable", "item-out-of-stock", "options-invalid"])
        #expect(made.json["problems"]?.array?.map { $0["itemIndex"]?.int } == [1, 0, 0])
    }

    @Test("An archived item is unavailable, an item of another restaurant or of none is a wrong field")
    func foreign() throws {
        try town.post("catalog.archive-menu-item.v1", ["itemId": "laban"])
        #expect(try town.quote([Self.line("laban"), Self.line("mandi")]).json.codes == ["item-unavailable"])
        let refused = try town.quote([Self.line("mandi"), Self.line("jareesh"), Self.line("nothing")])
        #expect(refused.status == 422)
        #expect(refused.json["errors"]?.object?.keys.sorted() == ["items.1.menuItemId", "items.2.menuItemId"])
    }

    @Test("A cart has 1 to 50 lines of 1 to 20 portions")
    func lines() throws {
        #expect(try town.quote(Array(repeating: Self.line("water", 20), count: 50)).status == 201)
        for items in [[], Array(repeating: Self.line("water"), count: 51), Array(repeating: Self.line("water"), count: 500)] {
            #expect(try town.quote(items).json["errors"]?["items"] != nil)
        }
        for quantity in [0, -1, 21, Int.max, Int.min] {
            #expect(try town.quote([Self.line("mandi"), Self.line("mandi", quantity)]).json["errors"]?["items.1.quantity"] != nil)
        }
        #expect(try town.quote([Self.line("mandi", note: String(repeating: "ب", count: 140))]).status == 201)
        #expect(try town.quote([Self.line("mandi", note: String(repeating: "ب", count: 141))]).json["errors"]?["items.0.note"] != nil)
    }

    @Test("A tip is 0 to 100.00 of the app's money; a place is on earth")
    func tipAndPlace() throws {
        for tip in [MealFixture.sar(-1), MealFixture.sar(10_001), MealFixture.sar(.max), ["amount": 100, "currency": "EUR"], "5"] {
            #expect(try town.quote([Self.line("mandi")], tip: tip).status == 422, "\(tip)")
        }
        #expect(try town.quote([Self.line("mandi")], tip: MealFixture.sar(10_000)).json["totals"]?.amount("tip") == 10_000)
        for place: JSONValue in [["lat": 90.1, "lng": 0], ["lat": 0, "lng": -180.5], ["lat": 1e300, "lng": 1e300]] {
            #expect(try town.quote([Self.line("mandi")], to: place).status == 422)
        }
        #expect(try town.quote([Self.line("mandi")], to: ["lat": -90, "lng": 180]).json.codes == ["out-of-zone"])
    }

    @Test("The minimum is met by equality; from the amount of free delivery on, the way costs nothing")
    func thresholds() throws {
        _ = try town.post("catalog.change-menu-item.v1", ["itemId": "mandi", "price": MealFixture.sar(2999)])
        let short = try town.quote([Self.line("mandi")])
        #expect(short.json.codes == ["below-minimum"])
        #expect(short.json["problems"]?.array?.first?["data"] == ["minimum": MealFixture.sar(3000), "missing": MealFixture.sar(1)])
        _ = try town.post("catalog.change-menu-item.v1", ["itemId": "mandi", "price": MealFixture.sar(3000)])
        #expect(try town.quote([Self.line("mandi")]).json["orderable"] == true)
        #expect(try town.quote([Self.line("mandi", 4)]).json["totals"]?.amount("deliveryFee") == 900)
        #expect(try town.quote([Self.line("mandi", 5)]).json["totals"]?.amount("deliveryFee") == 0)
        // Farther away only the wide zone delivers, for more.
        let wide = try town.quote([Self.line("mandi", 2)], to: MealFixture.work)
        #expect(wide.json["zone"]?["name"] == "wide" && wide.json["totals"]?.amount("deliveryFee") == 1500)
        #expect(wide.json["distanceMeters"] == 5643)
    }

    @Test("A quote is shown to its maker for a day, as it was made")
    func shown() throws {
        let made = try town.quote([Self.line("mandi")])
        let id = made.json["id"] ?? .null
        func seen(by principal: Principal) throws -> Reply { try town.shard.ask(QuoteDetails.self, ["quoteId": id], as: principal) }
        _ = try town.post("catalog.change-menu-item.v1", ["itemId": "mandi", "price": MealFixture.sar(9000)])
        #expect(try seen(by: MealFixture.customer).json == made.json)
        #expect(try seen(by: MealFixture.owner).status == 404 && seen(by: MealFixture.admin).status == 404)
        try town.shard.advance(by: .hours(24) - .milliseconds(1))
        #expect(try seen(by: MealFixture.customer).status == 200)
        try town.shard.advance(by: .milliseconds(1))
        #expect(try seen(by: MealFixture.customer).status == 404)
    }

    @Test("The day of a quote counts from the second at which it says that it was made")
    func shownForADay() throws {
        town.shard.now = town.shard.now.wholeSeconds + .milliseconds(700)
        let made = try town.quote([Self.line("mandi")]).json
        let day = try #require(made["createdAt"]?.string.flatMap { Timestamp($0) }) + .hours(24)
        town.shard.now = day - .milliseconds(1)
        #expect(try town.shard.ask(QuoteDetails.self, ["quoteId": made["id"] ?? .null], as: MealFixture.customer).status == 200)
        town.shard.now = day
        #expect(try town.shard.ask(QuoteDetails.self, ["quoteId": made["id"] ?? .null], as: MealFixture.customer).status == 404)
    }

    @Test("Of somebody who is gone no quote keeps a place or a word")
    func erased() throws {
        let used = QuoteID(try town.quote([Self.line("mandi", note: "الطابق الثالث")]).json["id"]?.string ?? "")
        try town.quote([Self.line("mandi", note: "الطابق الرابع")])
        try town.claim("c1", used)
        try town.shard.receive(UserErased(userId: MealFixture.customer.userID))
        #expect(try town.shard.count(of: "quote") == 1)
        for text in ["46.689", "الطابق"] {
            #expect(try town.shard.columns(holding: text).filter { $0.hasPrefix("quote.") }.isEmpty)
        }
        try town.claim("c2", used)
        #expect(try town.refused() == ["quote-not-found"])
    }
}
