import Contracts
import ServiceKit

extension Feature {
    /// What Stripe sends.
    static let stripe = Feature(
        "stripe",
        intakes: [PrepareStripeEvent.self])
}
