import Contracts
import ServiceKit

extension Feature {
    /// Prices for orders of fuel, and who uses promo codes.
    package static func fuelQuotes<Orders: QuotedOrders>(of _: Orders.Type) -> Feature {
        Feature(
            "fuel-quotes",
            migrations: [CreateFuelQuotes.self],
            commands: [MakeFuelQuote<Orders>.self],
            reactions: [OnQuoteOwnerErased.self],
            queries: [FuelQuoteDetails.self],
            publishes: [PromoUsesChanged.self],
            routes: FuelQuoteRoutes<Orders>.all,
            texts: [FuelQuoteTexts.all])
    }
}
