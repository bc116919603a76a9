import CatalogQuotes
import CatalogMeals
import Contracts
import Kernel
import Testing

@Suite("What a cart costs and how long its way takes")
struct CartTests {
    private static func pricing(tax: Int, fee: Int = 200) throws -> CartPricing {
        let terms: JSONValue = ["serviceFee": .int(fee), "taxPercent": .int(tax)]
        return CartPricing(currency: MealFixture.sar, terms: try terms.decoded(as: QuoteTerms.self))
    }
    private static func line(_ total: Int) -> QuoteContent.Line {
        let money = Money(total, MealFixture.sar)
        return QuoteContent.Line(menuItemId: "dish", names: ["ar": "طبق"], quantity: 1, unitPrice: money, options: [], note: nil,
                                 lineTotal: money)
    }

    @Test("The tax in an amount is rounded half up, and nothing of the tip", arguments: [
        (7300, 15, 952), (115, 15, 15), (100, 15, 13), (0, 15, 0), (7300, 0, 0), (3, 100, 2), (1, 100, 1),
    ] as [(Int, Int, Int)])
    func tax(_ amount: Int, _ percent: Int, _ expected: Int) throws {
        let totals = try Self.pricing(tax: percent, fee: 0).totals([Self.line(amount)], fee: nil, tip: 10_000, freeDeliveryAbove: nil)
        #expect(totals.taxIncluded.amount == expected && totals.total.amount == amount + 10_000)
    }

    @Test("Sums that no number holds are refused, not wrapped")
    func overflow() throws {
        let pricing = try Self.pricing(tax: 15)
        #expect(throws: Rejection.self) {
            try pricing.totals([Self.line(.max), Self.line(1)], fee: 900, tip: 0, freeDeliveryAbove: nil)
        }
        let dear = MenuItem(id: "dish", restaurantID: "r", categoryID: nil, names: [:], price: .max)
        #expect(throws: Rejection.self) { try pricing.line(Cart.Line(menuItemId: "dish", quantity: 2), of: dear) }
    }

    @Test("The way takes a minute per 400 metres of road, at least one", arguments: [
        (0.0, 1), (300.0, 1), (307.6, 1), (308.0, 2), (1748.0, 6), (5643.0, 19), (20_015_000.0, 65_049),
    ] as [(Double, Int)])
    func way(_ meters: Double, _ minutes: Int) {
        #expect(CourierTravel.minutes(meters: meters) == minutes)
    }

    @Test("An option that comes twice is paid once; what the item does not have costs nothing")
    func options() throws {
        let group = OptionGroup(id: "g", names: ["ar": "إضافات"], min: 0, max: 2, options: [
            MenuOption(id: "rice", names: ["ar": "أرز"], priceDelta: 600), MenuOption(id: "salad", names: ["ar": "سلطة"], priceDelta: 500),
        ])
        let item = MenuItem(id: "dish", restaurantID: "r", categoryID: nil, names: [:], price: 1000, optionGroups: [group])
        let cart = Cart.Line(menuItemId: "dish", quantity: 3, options: ["rice", "rice", "nothing"])
        let line = try Self.pricing(tax: 15).line(cart, of: item)
        #expect(line.unitPrice.amount == 1600 && line.lineTotal.amount == 4800 && line.options.map(\.id) == ["rice"])
    }
}
