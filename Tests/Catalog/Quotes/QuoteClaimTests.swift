import CatalogQuotes
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Claims of quotes: an order gets its kitchen place and its portions, or nothing")
struct QuoteClaimTests {
    private let town: MealFixture
    init() throws { town = try MealFixture() }

    private func problems() throws -> [[String]] { try town.shard.published(QuoteRefused.self).map { $0.problems.map(\.code) } }
    private func switchOff(_ item: String) throws {
        try town.post("catalog.switch-menu-item.v1", ["itemId": .string(item), "available": false])
    }

    @Test("The order gets everything it keeps, at the prices of the quote, also after they changed")
    func claimed() throws {
        let quote = try town.orderable("kunafa", 2)
        try town.post("catalog.change-menu-item.v1", ["itemId": "kunafa", "price": MealFixture.sar(9900), "names": ["ar": "كنافة"]])
        try town.claim("c1", quote)
        let event = try #require(try town.shard.published(QuoteClaimed.self).first)
        #expect(event.orderId == "order-c1" && event.quoteId == quote && event.customerId == MealFixture.customer.userID)
        #expect(event.quote.totals.subtotal.amount == 8500 && event.quote.lines.first?.names["ar"] == "كنافة بالقشطة")
        #expect(event.quote.zone.name == "near" && event.quote.etaMinutes == .init(min: 31, max: 41))
        #expect(event.restaurant.ownerId == MealFixture.owner.userID && event.restaurant.commissionBasisPoints == 1500)
        #expect(event.restaurant.prepMinutes == 20 && event.restaurant.phone == "+966500000103")
        #expect(event.expiresAt == town.shard.now + .minutes(60))
        #expect(try town.stock("kunafa") == 1)
    }

    @Test("A quote serves one order, even one that was cancelled; of two at once the first gets it")
    func once() throws {
        let quote = try town.orderable()
        try town.claim("c1", quote)
        try town.claim("c2", quote)
        let refused = try #require(try town.shard.published(QuoteRefused.self).first)
        #expect(refused.slug == "quote-already-used" && refused.usedByOrderId == "order-c1" && refused.orderId == "order-c2")
        try town.release("c1")
        try town.shard.advance(by: .minutes(20))
        try town.claim("c3", quote)
        #expect(try town.refused() == ["quote-already-used", "quote-already-used"])
    }

    @Test("The same claim again is answered the same and holds nothing more")
    func again() throws {
        let quote = try town.orderable("kunafa")
        try town.claim("c1", quote)
        try town.claim("c1", quote)
        #expect(try town.claimed() == ["c1", "c1"] && town.stock("kunafa") == 2)
        try town.confirm("c1")
        try town.claim("c1", quote)
        #expect(try town.claimed() == ["c1", "c1", "c1"] && town.stock("kunafa") == 2)
    }

    @Test("A quote is dead at its end exactly; another's, or none, is not found")
    func notFound() throws {
        let quote = try town.orderable()
        try town.claim("c1", quote, by: MealFixture.owner.userID)
        try town.claim("c2", "nothing")
        #expect(try town.shard.published(QuoteRefused.self).map(\.status) == [404, 404])
        try town.shard.advance(by: .minutes(15) - .milliseconds(1))
        let late = try town.orderable()
        try town.claim("c3", quote)
        try town.shard.advance(by: .minutes(15))
        try town.claim("c4", late)
        try town.shard.advance(by: .days(2))
        try town.claim("c5", late)
        #expect(try town.refused() == ["quote-not-found", "quote-not-found", "quote-expired", "quote-expired"])
        #expect(try town.claimed() == ["c3"])
    }

    @Test("A quote that is made within a second is dead at the second that it shows, and holds until then")
    func lastSecond() throws {
        town.shard.now = town.shard.now.wholeSeconds + .milliseconds(200)
        let made = try town.quote([MealFixture.line("mandi")]).json
        let end = try #require(made["expiresAt"]?.string.flatMap { Timestamp($0) })
        #expect(made["createdAt"]?.string == (end - .minutes(15)).description)
        let quote = QuoteID(made["id"]?.string ?? "")
        town.shard.now = end
        try town.claim("c1", quote)
        town.shard.now = end - .milliseconds(1)
        try town.claim("c2", quote)
        #expect(try town.refused() == ["quote-expired"] && town.claimed() == ["c2"])
    }

    @Test("Six orders at once for a kitchen of one: one gets in; after it is ready, the next one does")
    func kitchen() throws {
        let quotes = try (0..<6).map { _ in try town.orderable("jareesh", at: MealFixture.small) }
        for (number, quote) in quotes.enumerated() { try town.claim("c\(number)", quote) }
        #expect(try town.claimed() == ["c0"] && problems() == Array(repeating: ["restaurant-at-capacity"], count: 5))
        #expect(try town.quote([MealFixture.line("jareesh")], at: MealFixture.small).json.codes == ["restaurant-at-capacity"])
        try town.confirm("c0")
        try town.claim("again", quotes[1])
        #expect(try town.claimed() == ["c0"])
        try town.release("c0", [.kitchen])
        try town.release("c0", [.kitchen])
        try town.claim("c6", quotes[1])
        try town.claim("c7", quotes[2])
        #expect(try town.claimed() == ["c0", "c6"])
    }

    @Test("Six orders at once of a stock of three: exactly three get one, and the menu says sold out")
    func stock() throws {
        let quotes = try (0..<6).map { _ in try town.orderable("kunafa") }
        try town.shard.markSeen()
        for (number, quote) in quotes.enumerated() { try town.claim("c\(number)", quote) }
        #expect(try town.claimed() == ["c0", "c1", "c2"] && problems() == Array(repeating: ["item-out-of-stock"], count: 3))
        #expect(try town.item("kunafa", as: MealFixture.customer)?["soldOut"] == true && town.versions().count == 1)
        try town.release("c1")
        #expect(try town.item("kunafa")?["soldOut"] == false && town.versions().count == 2)
        // A refused claim did not use its quote up.
        try town.claim("again", quotes[4])
        #expect(try town.claimed().last == "again" && town.stock("kunafa") == 0)
    }

    @Test("A refusal holds nothing: no kitchen place for an order whose portions are gone")
    func allOrNothing() throws {
        try town.post("catalog.change-menu-item.v1", ["itemId": "jareesh", "stock": 1])
        let quotes = try (0..<2).map { _ in try town.orderable("jareesh", at: MealFixture.small) }
        try town.post("catalog.change-menu-item.v1", ["itemId": "jareesh", "stock": 0])
        try town.claim("c1", quotes[0])
        try town.post("catalog.change-menu-item.v1", ["itemId": "jareesh", "stock": 1])
        try town.claim("c2", quotes[1])
        #expect(try problems() == [["item-out-of-stock"]] && town.claimed() == ["c2"])
    }

    @Test("Everything but prices and fees is checked again")
    func checkedAgain() throws {
        let quotes = try (0..<3).map { _ in try town.orderable() }
        try switchOff("mandi")
        try town.post("catalog.set-availability.v1", ["restaurantId": "sofra-24", "mode": "paused"])
        try town.claim("c1", quotes[0], language: "en")
        let refused = try #require(try town.shard.published(QuoteRefused.self).first)
        #expect(refused.slug == "quote-not-orderable" && refused.problems.map(\.code) == ["restaurant-paused", "item-unavailable"])
        #expect(refused.problems.last?.itemIndex == 0 && refused.problems.last?.message == "This item is not available.")
        try town.post("catalog.switch-menu-item.v1", ["itemId": "mandi", "available": true])
        try town.post("catalog.set-availability.v1", ["restaurantId": "sofra-24", "mode": "normal"])
        try town.claim("c2", quotes[1])
        try town.post("catalog.suspend-restaurant.v1", ["restaurantId": "sofra-24", "reason": "شكاوى"], as: MealFixture.admin)
        try town.claim("c3", quotes[2])
        #expect(try town.claimed() == ["c2"] && problems().last == ["restaurant-not-active"])
    }

    @Test("A line without a price in the quote can't be ordered from it, even if its problem has gone since")
    func problemsOfTheQuote() throws {
        try switchOff("mandi")
        let made = try town.quote([MealFixture.line("mandi"), MealFixture.line("kabsa", 2, ["full"])])
        try town.post("catalog.switch-menu-item.v1", ["itemId": "mandi", "available": true])
        try town.claim("c1", QuoteID(made.json["id"]?.string ?? ""))
        let away = try town.quote([MealFixture.line("mandi", 2)], to: MealFixture.far)
        try town.claim("c2", QuoteID(away.json["id"]?.string ?? ""))
        #expect(try problems() == [["item-unavailable"], ["out-of-zone"]] && town.claimed().isEmpty)
    }

    @Test("Cash pays up to the limit, cards more")
    func cash() throws {
        try town.post("catalog.change-menu-item.v1", ["itemId": "mandi", "price": MealFixture.sar(49_800)])
        try town.claim("c1", try town.orderable(), method: "cash")  // 498.00 + 2.00, delivered for nothing.
        try town.post("catalog.change-menu-item.v1", ["itemId": "mandi", "price": MealFixture.sar(49_801)])
        let dear = try town.orderable()
        try town.claim("c2", dear, method: "cash")
        try town.claim("c3", dear, method: "card")
        #expect(try town.claimed() == ["c1", "c3"] && problems() == [["cash-limit-exceeded"]])
        #expect(try town.shard.published(QuoteRefused.self).first?.problems.first?.data == ["limit": MealFixture.sar(50_000)])
    }

    @Test("A release that overtakes its claim wins; released twice, portions come back once")
    func release() throws {
        let quote = try town.orderable("kunafa", 2)
        try town.release("c1")
        try town.claim("c1", quote)
        #expect(try town.refused() == ["claim-released"] && town.stock("kunafa") == 3)
        try town.claim("c2", quote)
        try town.release("c2")
        try town.release("c2")
        try town.release("c2", [.stock])
        try town.confirm("c2")
        #expect(try town.claimed() == ["c2"] && town.stock("kunafa") == 3)
    }

    @Test("Parts come back alone, held or sold, each once", arguments: [false, true])
    func parts(isConfirmed: Bool) throws {
        try town.post("catalog.change-menu-item.v1", ["itemId": "jareesh", "stock": 5])
        let quotes = try (0..<3).map { _ in try town.orderable("jareesh", 2, at: MealFixture.small) }
        func free() throws -> Int? { try town.item("jareesh", of: MealFixture.small)?["stock"]?.int }
        try town.claim("c1", quotes[0])
        if isConfirmed { try town.confirm("c1") }
        try town.release("c1", [.stock])
        #expect(try free() == 5)
        try town.claim("c2", quotes[1])
        #expect(try problems() == [["restaurant-at-capacity"]])
        try town.release("c1", [.kitchen])
        try town.release("c1")
        try town.claim("c3", quotes[1])
        #expect(try town.claimed() == ["c1", "c3"] && free() == 3)
        // Ready before the acceptance is known: the portions are sold all the same.
        try town.release("c3", [.kitchen])
        try town.confirm("c3")
        try town.shard.advance(by: .hours(2))
        #expect(try free() == 3 && town.shard.published(QuoteClaimExpired.self).isEmpty == true)
    }

    @Test("A hold ends after an hour, with or without its timer, and tells the order; a confirmed one stays")
    func expiry() throws {
        let quotes = try (0..<2).map { _ in try town.orderable("jareesh", at: MealFixture.small) }
        try town.claim("c1", quotes[0])
        try town.shard.advance(by: .minutes(60) - .milliseconds(1))
        #expect(try town.shard.published(QuoteClaimExpired.self).isEmpty)
        town.shard.now = town.shard.now + .milliseconds(1)
        // The timer has not fired, the place is free.
        #expect(try town.quote([MealFixture.line("jareesh")], at: MealFixture.small).json["orderable"] == true)
        #expect(try town.shard.published(QuoteClaimExpired.self).map(\.orderId) == ["order-c1"])
        try town.confirm("c1")
        try town.release("c1")
        try town.claim("c1", quotes[0])
        #expect(try town.refused() == ["claim-released"] && town.shard.published(QuoteClaimExpired.self).count == 1)
    }

    @Test("Stock is what is free: held and sold portions are outside of what the owner sets")
    func stockIsFree() throws {
        let quotes = [try town.orderable("kunafa", 2), try town.orderable("kunafa")]
        try town.claim("c1", quotes[0])
        try town.claim("c2", quotes[1])
        try town.confirm("c2")
        try town.post("catalog.change-menu-item.v1", ["itemId": "kunafa", "stock": 4])
        #expect(try town.stock("kunafa") == 4)
        try town.release("c1")
        #expect(try town.stock("kunafa") == 6)
        // Not counted any more, then counted anew: what comes back in between is not added.
        try town.post("catalog.change-menu-item.v1", ["itemId": "kunafa", "stock": nil])
        try town.release("c2", [.stock])
        try town.post("catalog.change-menu-item.v1", ["itemId": "kunafa", "stock": 1])
        #expect(try town.stock("kunafa") == 1)
        try town.claim("c3", try town.orderable("kunafa"))
        #expect(try town.stock("kunafa") == 0)
    }

    @Test("A limit that comes later counts the orders that are in the kitchen already")
    func limitLater() throws {
        let quotes = try (0..<4).map { _ in try town.orderable() }
        try town.claim("c1", quotes[0])
        try town.claim("c2", quotes[1])
        try town.post("catalog.change-restaurant.v1", ["restaurantId": "sofra-24", "maxActiveOrders": 1])
        try town.claim("c3", quotes[2])
        try town.release("c1")
        try town.claim("c4", quotes[2])
        try town.release("c2")
        try town.claim("c5", quotes[2])
        #expect(try town.claimed() == ["c1", "c2", "c5"])
    }
}
