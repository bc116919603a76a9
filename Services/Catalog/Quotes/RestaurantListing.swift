import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// Restaurants that deliver (Sofra). A place in the kitchen and the portions of an order are claimed through its quote.
package enum RestaurantListing: ListingKind {
    package static let name = RestaurantPlugin.name
    package static let reads: [SettingsReading] = RestaurantSettings.reads + [.values(QuoteTerms.self, at: QuoteTerms.place)]
    package static let settingsReference = RestaurantSettings.reference + [
        SettingDescription("quotes.serviceFee", "What every order costs besides the food and its way", 0...1_000_000, "minor units",
                           usual: 0),
        SettingDescription("quotes.taxPercent", "The part of value-added tax in prices and fees", 0...100, "percent", usual: 0),
        SettingDescription("quotes.quoteMinutes", "How long the prices of a quote hold", 1...1440, "minutes", usual: 15),
        SettingDescription("quotes.cashLimit", "The highest total of an order that is paid in cash", "1 to 100000000", unit: "minor units",
                           usual: "none"),
    ]
    package static let claimable: (any Claimable.Type)? = MealClaims.self

    package static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        var problems = RestaurantSettings.problems(inSettings: settings, of: definition)
        let terms: QuoteTerms
        do { terms = try (settings[QuoteTerms.place] ?? .object([:])).decoded() } catch {
            return problems + SettingsProblem.of(error, at: QuoteTerms.place)
        }
        for (name, value, range) in [
            ("serviceFee", terms.serviceFee, 0...1_000_000), ("taxPercent", terms.taxPercent, 0...100),
            ("quoteMinutes", terms.quoteMinutes, 1...1440), ("cashLimit", terms.cashLimit ?? 1, 1...100_000_000),
        ] where !range.contains(value) {
            problems.append(("quotes.\(name)", "must be \(range.lowerBound) to \(range.upperBound)"))
        }
        return problems
    }
}
