import Contracts
import ServiceKit

extension Feature {
    /// Priced carts, and what is held for the orders that they become.
    package static let quotes = Feature(
        "quotes",
        migrations: [CreateQuotes.self],
        commands: [MakeQuote.self, ClaimQuote.self, ConfirmQuote.self, ReleaseQuote.self],
        reactions: [OnUserErased.self],
        queries: [QuoteDetails.self],
        publishes: [QuoteClaimed.self, QuoteRefused.self, QuoteClaimExpired.self, MenuChanged.self],
        routes: QuoteRoutes.all,
        plugins: [RestaurantListing.declaration])
}
