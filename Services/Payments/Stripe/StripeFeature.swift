import ServiceKit

extension Feature {
    /// Stripe as a payment provider: the route for its events, and the check of their signatures.
    package static let stripe = Feature("stripe", preprocessors: [PrepareStripeEvent.self], routes: [StripeProvider().webhook])
}
