import ServiceKit

extension Feature {
    /// Stripe as a payment provider: the route for its events, and the check of their signatures.
    static let stripe = Feature("stripe", intakes: [PrepareStripeEvent.self], routes: [StripeProvider().webhook])
}
