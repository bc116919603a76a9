import Contracts
import Kernel

/// Why a promo code does not apply. In the order in which they are looked at: the first one is said.
package enum PromoRefusal: String, Codable, Sendable, CaseIterable {
    /// Also of a code that is switched off.
    case unknown
    case notStarted = "not_started"
    case expired
    case exhausted
    case alreadyUsed = "already_used"
    case firstOrderOnly = "first_order_only"
    case minimumNotMet = "minimum_not_met"
    case notApplicable = "not_applicable"
}

/// How often a code is used at present, and by whom.
package struct PromoStanding: Sendable, Equatable {
    package let uses: Int
    package let usesByUser: Int
    /// Whether the user has an order that neither failed nor was cancelled.
    package let hasOrdered: Bool
    package init(uses: Int, usesByUser: Int, hasOrdered: Bool) {
        (self.uses, self.usesByUser, self.hasOrdered) = (uses, usesByUser, hasOrdered)
    }
}

/// Whether a promo code applies.
package enum PromoRules {
    /// Nil: it does. The terms are those of the order without the code.
    package static func refusal(_ promo: PromoDefinition?, _ standing: PromoStanding, at now: Timestamp, zone: PriceZoneID,
                                maximum: Gallons, _ terms: AgreedTerms) -> PromoRefusal? {
        guard let promo, promo.active else { return .unknown }
        if let start = promo.startsAt, now < start { return .notStarted }
        if let end = promo.endsAt, now >= end { return .expired }
        if let refusal = refusal(promo, standing) { return refusal }
        let fuel = FuelPricing.fuelAmount(maximum, terms)
        if let least = promo.minFuel, fuel < least { return .minimumNotMet }
        if let zones = promo.priceZoneIds, !zones.contains(zone) { return .notApplicable }
        let discount = FuelPricing.discount(AgreedTerms.Discount(promo), fuel: fuel, delivery: terms.deliveryFee)
        return discount > 0 ? nil : .notApplicable
    }

    /// What is asked again when the code is taken by an order.
    package static func refusal(_ promo: PromoDefinition, _ standing: PromoStanding) -> PromoRefusal? {
        if let most = promo.maxTotalUses, standing.uses >= most { return .exhausted }
        if standing.usesByUser >= promo.maxUsesPerUser { return .alreadyUsed }
        return promo.firstOrderOnly && standing.hasOrdered ? .firstOrderOnly : nil
    }
}
