import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The fuel of trucks, for the orders that need it: set aside while a driver has the order, freed when he loses it, taken out of the
/// ledger when he has delivered it.
package struct Trucks {
    let tx: OrdersTransaction
    package init(_ tx: OrdersTransaction) { self.tx = tx }

    package func truck(_ id: TruckID) throws -> Truck? { try tx.trucks.find(id) }

    /// Sets fuel aside for an order, instead of what was set aside for it before. Throws `fuel-not-carried`, `insufficient-fuel`.
    package func reserve(_ gallons: Gallons, of fuelType: String, for order: OrderID, on id: TruckID) throws {
        try free(order)
        guard let compartment = try truck(id)?.compartment(of: fuelType) else { throw TruckRules.notCarried }
        guard compartment.available >= gallons else { throw TruckRules.insufficient }
        try tx.truckReservations.insert(order, on: id, fuelType, gallons)
    }

    /// Nobody needs the fuel of an order any more. Without a reservation nothing happens.
    package func free(_ order: OrderID) throws { try tx.truckReservations.delete(order) }

    /// Takes what was delivered out of the ledger and frees the rest of the reservation. The second time it changes nothing.
    package func deliver(_ delivered: DeliveredFuel, of fuelType: String, from id: TruckID, by driver: User.ID?, at: Timestamp) throws {
        try free(delivered.order)
        guard try !tx.truckLedger.hasDelivery(of: delivered.order) else { return }
        try add(.delivery, -delivered.gallons.thousandths, of: fuelType, to: id, by: driver, at: at) { $0.delivered = delivered }
    }

    /// Seeding: a delivery of earlier days, and the load that put its fuel back. Of a truck that is not there, nothing is known.
    package func importDelivery(_ delivered: DeliveredFuel, of fuelType: String, from id: TruckID, by driver: User.ID?,
                                at: Timestamp) throws {
        guard try truck(id)?.carries(fuelType) == true, try !tx.truckLedger.hasDelivery(of: delivered.order) else { return }
        try deliver(delivered, of: fuelType, from: id, by: driver, at: at)
        try add(.load, delivered.gallons.thousandths, of: fuelType, to: id, by: driver, at: at + .minutes(Self.refillMinutes))
    }
    private static let refillMinutes = 30

    /// Where the meter of this truck and fuel stood after the last delivery; nil: there was none.
    package func lastMeterEnd(of fuelType: String, on id: TruckID) throws -> Gallons? {
        try tx.truckLedger.lastMeterEnd(of: fuelType, on: id)
    }

    @discardableResult
    func add(_ kind: TruckLedgerEntry.Kind, _ thousandths: Int, of fuelType: String, to id: TruckID, by user: User.ID?, at: Timestamp,
             _ more: (inout TruckLedgerEntry) -> Void = { _ in }) throws -> TruckLedgerEntry {
        guard let compartment = try truck(id)?.compartment(of: fuelType) else { throw TruckRules.notCarried }
        let (balance, overflow) = compartment.onHand.thousandths.addingReportingOverflow(thousandths)
        guard !overflow, balance <= compartment.capacity.thousandths else { throw TruckRules.overfilled }
        guard balance >= 0 else { throw TruckRules.insufficient }
        var entry = TruckLedgerEntry(id: tx.newID(of: TruckTag.self).rawValue, truck: id, fuelType: fuelType, kind: kind,
                                     gallons: Gallons(thousandths: thousandths), balance: Gallons(thousandths: balance), by: user,
                                     at: at.wholeSeconds)
        more(&entry)
        try tx.truckLedger.add(entry)
        try tx.publish(TruckLedgerEntryAdded(entryId: entry.id, truckId: id, fuelType: fuelType, kind: kind.rawValue,
                                             gallons: entry.gallons, balance: entry.balance, orderId: entry.delivered?.order,
                                             at: entry.at))
        return entry
    }
}
