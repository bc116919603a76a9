import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Publishes each change of the price in force, and sets the timer of the next one.
struct FuelPriceBoard {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    /// Publishes what changed by the clock since watchers were last told. A clock that jumps over several changes tells each.
    /// Call it before prices of this zone and fuel change.
    func catchUp(_ zone: PriceZoneID, _ fuel: FuelType) throws {
        guard var shown = try tx.fuelPrices.shown(zone, fuel.code) else { return }
        while let next = try tx.fuelPrices.nextChange(zone, fuel.code, after: shown.until), next <= tx.now {
            shown = try show(zone, fuel, at: next, shown)
        }
        try tx.fuelPrices.save(FuelPriceStore.Shown(priceId: shown.priceId, until: tx.now), zone, fuel.code)
        try setTimer(zone, fuel)
    }
    func catchUp(fuel: FuelType) throws { for zone in try tx.fuelPrices.zones(with: fuel.code) { try catchUp(zone, fuel) } }

    /// Publishes the price in force after prices of this zone and fuel changed.
    func showAnew(_ zone: PriceZoneID, _ fuel: FuelType) throws {
        let shown = try show(zone, fuel, at: tx.now, try tx.fuelPrices.shown(zone, fuel.code))
        try tx.fuelPrices.save(shown, zone, fuel.code)
        try setTimer(zone, fuel)
    }
    func showAnew(fuel: FuelType) throws { for zone in try tx.fuelPrices.zones(with: fuel.code) { try showAnew(zone, fuel) } }

    private func show(_ zone: PriceZoneID, _ fuel: FuelType, at time: Timestamp, _ shown: FuelPriceStore.Shown?) throws
        -> FuelPriceStore.Shown {
        let price = fuel.active ? try tx.fuelPrices.inForce(zone, fuel.code, at: time) : nil
        if price?.id != shown?.priceId {
            try tx.publish(FuelPriceChanged(
                priceZoneId: zone, fuelType: fuel.code, pricePerGallon: price?.perGallon(in: tx.definition.currency),
                validFrom: price?.validFrom.wholeSeconds, validUntil: price?.validUntil?.wholeSeconds, at: time.wholeSeconds))
        }
        return FuelPriceStore.Shown(priceId: price?.id, until: time)
    }

    private func setTimer(_ zone: PriceZoneID, _ fuel: FuelType) throws {
        let id = "fuel-price/\(zone)/\(fuel.code)"
        if let due = try tx.fuelPrices.nextChange(zone, fuel.code, after: tx.now) {
            try tx.schedule(id, at: due, RefreshFuelPrice(zoneId: zone, fuelType: fuel.code))
        } else {
            tx.cancelTimer(id)
        }
    }
}

/// A price begins or ends. Set by a timer.
package struct RefreshFuelPrice: Command {
    package static let type: MessageType = "catalog.refresh-fuel-price.v1"
    let zoneId: PriceZoneID
    let fuelType: String

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let fuel = try tx.fuelTypes.find(fuelType) else { return NoContent() }
        try FuelPriceBoard(tx).catchUp(zoneId, fuel)
        return NoContent()
    }
}
