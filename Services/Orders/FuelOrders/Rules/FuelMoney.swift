import Contracts
import Kernel
import OrdersFuelQuotes

/// What a card keeps ready for an order, and what is charged at most. Nothing is ever charged above the cap.
package enum FuelMoney {
    /// The most that is charged of an order, rounded down: what its card keeps ready and the app's `overCapturePercent` of it.
    package static func cap(of authorized: Int, overPercent: Int) -> Int {
        let product = authorized.magnitude.multipliedFullWidth(by: UInt(100 + max(0, overPercent)))
        guard product.high < 100 else { return Int.max }
        return Int(clamping: UInt(100).dividingFullWidth(product).quotient)
    }

    /// What is charged for what was delivered. The rest is written off, and the order gets the flag `over_cap`.
    package static func due(of total: Int, cap: Int) -> Int { min(total, cap) }

    /// The most fuel whose sum stays within the cap: drivers are asked to stop there.
    package static func stopAt(_ quote: FuelQuote, tip: Int, cap: Int) -> Gallons {
        FuelPricing.mostGallons(within: cap, quote.terms, tip: tip, upTo: mostGallons(quote.maxGallons))
    }

    /// One and a half times the quoted maximum: a larger reading cannot belong to this order.
    package static func mostGallons(_ max: Gallons) -> Gallons { Gallons(thousandths: max.thousandths + max.thousandths / 2) }
}
