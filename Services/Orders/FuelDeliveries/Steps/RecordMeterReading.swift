import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// What the truck's meter showed before and after. The last one counts.
package struct RecordMeterReading: DeliveryRequest, Command {
    package static let type: MessageType = "orders.record-meter-reading.v1"
    package let deliveryId: OrderID
    package let form: JSONValue
    package init(_ deliveryId: OrderID, _ form: JSONValue = [:]) { (self.deliveryId, self.form) = (deliveryId, form) }

    package struct Measured: Encodable, Sendable { let gallons: Gallons }

    package func handle(in tx: OrdersTransaction) throws -> Measured {
        let deliveries = try FuelDeliveries(tx)
        let order = try deliveries.order(deliveryId)
        try deliveries.requireFueller(of: order)
        var reader = FormReader(form)
        let start = FuelAmounts.read("meterStart", 0...FuelAmounts.most, &reader) ?? 0
        let end = FuelAmounts.read("meterEnd", 0...FuelAmounts.most, &reader) ?? 0
        let at = try DeliveryMoment.read(&reader, of: order, now: tx.now)
        let reading = FuelReading(meterStart: Gallons(thousandths: start), meterEnd: Gallons(thousandths: end), at: at)
        guard order.status == .fueling, let driver = order.driver else { throw Rejection.invalidTransition(order) }
        try MeterRules.check(reading, maxGallons: order.maxGallons,
                             lastEnd: try Trucks(tx).lastMeterEnd(of: order.fuelType, on: driver.truckId))
        try deliveries.requireStock(for: reading, of: order, on: driver.truckId)
        try deliveries.learn(deliveryId, .read(reading), at: at)
        return Measured(gallons: reading.gallons)
    }
}

/// Which readings of a meter are possible.
enum MeterRules {
    /// - Parameter lastEnd: of the last completed delivery of this truck and fuel; nil: there was none.
    static func check(_ reading: FuelReading, maxGallons: Gallons, lastEnd: Gallons?) throws(Rejection) {
        guard reading.meterEnd >= reading.meterStart, reading.meterStart >= lastEnd ?? .zero else {
            throw .conflict("meter-rollback", "The meter shows less than before.")
        }
        let most = maxGallons.thousandths + maxGallons.thousandths / 2
        guard reading.gallons > .zero else { throw .invalid(["meterEnd": ["must be more than the start"]]) }
        guard reading.gallons.thousandths <= most else { throw .invalid(["meterEnd": ["is more than the tank takes"]]) }
    }
    static let stockExceeded = Rejection.conflict("truck-stock-exceeded", "The truck did not have that much fuel.")
}

extension FuelDeliveries {
    /// Its driver; a dispatcher only for one who may not drive any more. Throws 404 and 403.
    func requireFueller(of order: FuelOrder) throws {
        guard try caller.actor(on: order) == .dispatcher else { return }
        guard let driver = order.driver, try !tx.fuelDrivers.contains(driver.id) else {
            throw Rejection.forbidden(without: TruckSettings.drive)
        }
    }

    func requireStock(for reading: FuelReading, of order: FuelOrder, on truck: TruckID) throws {
        let onHand = try Trucks(tx).truck(truck)?.compartment(of: order.fuelType)?.onHand ?? .zero
        guard reading.gallons <= onHand else { throw MeterRules.stockExceeded }
    }
}
