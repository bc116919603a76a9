import CatalogKit
import CatalogServiceAreas
import Contracts
import Kernel
import ServiceKit

/// Seeding. A price that is there already stays as it is.
extension ImportFuelPrices: Command {
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        var check = Validation()
        let fuel = try tx.fuelTypes.find(fuelType)
        check.require(fuel != nil, "fuelType", "is not known")
        check.require(try tx.priceZones.find(priceZoneId) != nil, "priceZoneId", "is not known")
        for (index, price) in prices.enumerated() {
            check.number("prices.\(index).mills", price.mills, FuelPriceRules.mills)
            if let end = price.validUntil { check.require(end > price.validFrom, "prices.\(index).validUntil", "must be after validFrom") }
        }
        try check.check()
        guard let fuel else { throw Rejection.notFound }
        let board = FuelPriceBoard(tx)
        try board.catchUp(priceZoneId, fuel)
        for sent in prices where try !tx.fuelPrices.begins(at: sent.validFrom, priceZoneId, fuelType) {
            guard try tx.fuelPrices.find(sent.priceId) == nil else { continue }
            let price = FuelPrice(id: sent.priceId, zoneId: priceZoneId, fuelType: fuelType, mills: sent.mills, validFrom: sent.validFrom,
                                  validUntil: sent.validUntil, createdAt: min(sent.validFrom, tx.now))
            try tx.fuelPrices.insert(price)
            try tx.publish(price.published(in: tx.definition.currency))
        }
        try board.showAnew(priceZoneId, fuel)
        return NoContent()
    }
}
