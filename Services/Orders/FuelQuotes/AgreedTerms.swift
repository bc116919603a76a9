import Contracts
import Kernel

/// What an order costs, as it was quoted. Later prices, fees and promo codes change nothing about it.
package struct AgreedTerms: Codable, Sendable, Equatable {
    /// A promo code that applies.
    package struct Discount: Codable, Sendable, Equatable {
        package let code: String
        package let kind: PromoDefinition.Kind
        package let value: Int
        package let target: PromoDefinition.Target
        package init(code: String, kind: PromoDefinition.Kind, value: Int, target: PromoDefinition.Target) {
            (self.code, self.kind, self.value, self.target) = (code, kind, value, target)
        }
        package init(_ promo: PromoDefinition) { self.init(code: promo.code, kind: promo.kind, value: promo.value, target: promo.target) }
    }

    package let currency: Currency
    /// Per gallon.
    package let mills: Int
    /// By `minGallons`, ascending.
    package let tiers: [FuelTier]
    /// Minor units.
    package let deliveryFee: Int
    /// 0 for an order that waits for a window.
    package let asapFee: Int
    /// Hundredths of a percent, on fees.
    package let salesTaxBps: Int
    package var discount: Discount?

    package init(currency: Currency, mills: Int, tiers: [FuelTier], deliveryFee: Int, asapFee: Int, salesTaxBps: Int,
                 discount: Discount? = nil) {
        (self.currency, self.mills, self.tiers, self.deliveryFee) = (currency, mills, tiers, deliveryFee)
        (self.asapFee, self.salesTaxBps, self.discount) = (asapFee, salesTaxBps, discount)
    }

    package var pricePerGallon: PricePerGallon { PricePerGallon(mills: mills, currency: currency) }
    package var tiersJSON: JSONValue {
        .array(tiers.map { ["minGallons": $0.minGallons.json, "discountMills": .int($0.discountMills)] })
    }
}
