import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. What is there already is left alone: people may have changed it since.
extension ImportPriceZone: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        if try tx.priceZones.find(priceZoneId) != nil { return NoContent() }
        var check = Validation()
        check.require(ServiceAreaFields.isCode(code), "code", "does not have the right form")
        check.text("name", name, PriceZoneRules.names)
        for (field, fee) in [("deliveryFee", deliveryFee), ("asapFee", asapFee)] { check.number(field, fee, 0...PriceZoneRules.feeMax) }
        check.number("salesTaxBps", salesTaxBps, PriceZoneRules.salesTax)
        PriceZoneRules.judge(tiers, &check)
        try check.check()
        guard try tx.priceZones.find(code: code) == nil else {
            throw Rejection.conflict("zone-code-taken", "Another price zone has this code.")
        }
        try tx.save(PriceZone(id: priceZoneId, code: code, name: name, deliveryFee: deliveryFee, asapFee: asapFee,
                              salesTaxBps: salesTaxBps, tiers: tiers, createdAt: createdAt, updatedAt: createdAt))
        return NoContent()
    }
}
