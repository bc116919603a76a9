import Contracts
import Kernel

/// A fuel as the catalog describes it.
package struct SoldFuel: Sendable, Equatable {
    package let code: String
    package let family: String
    package let grade: Int
    /// False: it is not sold at present.
    package let isActive: Bool
    package init(code: String, family: String, grade: Int, isActive: Bool) {
        (self.code, self.family, self.grade, self.isActive) = (code, family, grade, isActive)
    }

    /// Whether a vehicle whose lowest grade is `lowest` may have it.
    package func suits(_ lowest: SoldFuel) -> Bool { family == lowest.family && grade >= lowest.grade }
}

/// What a price zone adds to the price of fuel.
package struct ZoneTerms: Sendable, Equatable {
    /// Minor units.
    package let deliveryFee: Int
    package let asapFee: Int
    /// Hundredths of a percent, on fees.
    package let salesTaxBps: Int
    package let tiers: [FuelTier]
    package init(deliveryFee: Int, asapFee: Int, salesTaxBps: Int, tiers: [FuelTier]) {
        (self.deliveryFee, self.asapFee, self.salesTaxBps, self.tiers) = (deliveryFee, asapFee, salesTaxBps, tiers)
    }
}
