import Contracts
import Kernel

/// What a delivery costs besides the fuel, in minor units of the tenant's currency.
package struct PriceZone: Sendable, Equatable {
    package let id: PriceZoneID
    package var code: String
    package var name: String
    package var deliveryFee: Int
    package var asapFee: Int
    package var salesTaxBps: Int
    package var tiers: [FuelTier]
    package let createdAt: Timestamp
    package var updatedAt: Timestamp
    package init(id: PriceZoneID, code: String, name: String, deliveryFee: Int, asapFee: Int, salesTaxBps: Int, tiers: [FuelTier],
                 createdAt: Timestamp, updatedAt: Timestamp) {
        (self.id, self.code, self.name, self.deliveryFee, self.asapFee) = (id, code, name, deliveryFee, asapFee)
        (self.salesTaxBps, self.tiers, self.createdAt, self.updatedAt) = (salesTaxBps, tiers, createdAt, updatedAt)
    }

    func changed(_ currency: Currency) -> PriceZoneChanged {
        PriceZoneChanged(priceZoneId: id, code: code, name: name, deliveryFee: Money(deliveryFee, currency),
                         asapFee: Money(asapFee, currency), salesTaxBps: salesTaxBps, tiers: tiers, createdAt: createdAt,
                         updatedAt: updatedAt)
    }
}

/// What a zone may look like.
enum PriceZoneRules {
    static let names = 2...80
    /// Minor units.
    static let feeMax = 10_000
    static let salesTax = 0...2500
    static let tiersMax = 5
    static let tierGallonsMax = Gallons(thousandths: 1_000_000)
    static let discounts = 0...400

    /// A tier as far as it could be read.
    typealias SentTier = (minGallons: Gallons?, discountMills: Int?)

    /// More gallons never cost less: tiers begin one after the other, and no discount is smaller than the one before.
    static func judge(_ tiers: [SentTier], _ check: inout Validation) {
        check.require(tiers.count <= tiersMax, "tiers", "must have at most \(tiersMax) entries")
        for (index, tier) in tiers.enumerated() {
            let before: SentTier = index > 0 ? tiers[index - 1] : (nil, nil)
            if let gallons = tier.minGallons {
                let field = "tiers.\(index).minGallons"
                check.require(gallons >= .zero && gallons <= tierGallonsMax, field, "must be 0 to \(tierGallonsMax.thousandths / 1000)")
                if let former = before.minGallons { check.require(gallons > former, field, "must be more than the one before") }
            }
            if let discount = tier.discountMills {
                let field = "tiers.\(index).discountMills"
                check.number(field, discount, discounts)
                if let former = before.discountMills { check.require(discount >= former, field, "must not be less than the one before") }
            }
        }
    }
    static func judge(_ tiers: [FuelTier], _ check: inout Validation) { judge(tiers.map { ($0.minGallons, $0.discountMills) }, &check) }
}
