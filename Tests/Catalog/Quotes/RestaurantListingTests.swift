import CatalogQuotes
import Contracts
import Kernel
import Testing

@Suite("Settings of quotes")
struct RestaurantListingTests {
    private static let cuisines: JSONValue = ["cuisines": [["code": "saudi", "names": ["ar": "سعودي"]]]]

    @Test("Fees, tax, life and cash limit are checked by their paths", arguments: [
        ("serviceFee", -1), ("serviceFee", 1_000_001), ("taxPercent", 101), ("quoteMinutes", 0), ("quoteMinutes", .max), ("cashLimit", 0),
    ] as [(String, Int)])
    func limits(_ name: String, _ value: Int) {
        let settings: JSONValue = ["restaurants": Self.cuisines, "quotes": .object([name: .int(value)])]
        #expect(RestaurantListing.problems(inSettings: settings, of: MealFixture.definition).map(\.path) == ["quotes.\(name)"])
    }

    @Test("An absent value has a default; a value that is not a number is named")
    func usual() {
        #expect(RestaurantListing.problems(inSettings: ["restaurants": Self.cuisines], of: MealFixture.definition).isEmpty)
        let wrong: JSONValue = ["restaurants": Self.cuisines, "quotes": ["serviceFee": "2.00"]]
        #expect(RestaurantListing.problems(inSettings: wrong, of: MealFixture.definition).map(\.path) == ["quotes.serviceFee"])
    }
}
