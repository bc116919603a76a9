import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager deletes a price that has not begun.
package struct WithdrawPrice: Command {
    package static let type: MessageType = "catalog.withdraw-price.v1"
    let priceId: FuelPriceID
    package init(priceId: FuelPriceID) { self.priceId = priceId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let price = try tx.fuelPrices.require(priceId)
        guard price.validFrom > tx.now else {
            throw Rejection.conflict("price-started", "This price is valid already. Publish another one instead.")
        }
        guard let fuel = try tx.fuelTypes.find(price.fuelType) else { throw Rejection.notFound }
        let board = FuelPriceBoard(tx)
        try board.catchUp(price.zoneId, fuel)
        try tx.fuelPrices.delete(price.id)
        try tx.publish(FuelPriceWithdrawn(priceId: price.id, priceZoneId: price.zoneId, fuelType: price.fuelType,
                                          validFrom: price.validFrom))
        try board.showAnew(price.zoneId, fuel)
        return NoContent()
    }
}
