import Contracts
import Kernel

/// A truck that brings fuel to cars.
package struct Truck: Sendable, Equatable {
    package let id: TruckID
    /// As drivers know it: `T-101`.
    package var code: String
    package var plate: String
    /// The service area where it works.
    package var areaId: ServiceAreaID
    package var compartments: [Compartment]
    package let createdAt: Timestamp
    package var updatedAt: Timestamp

    package struct Compartment: Sendable, Equatable {
        package let fuelType: String
        package var capacity: Gallons
        /// The sum of the ledger.
        package var onHand = Gallons.zero
        /// Set aside for orders that a driver has.
        package var reserved = Gallons.zero
        package var available: Gallons { Gallons(thousandths: max(0, onHand.thousandths - reserved.thousandths)) }
        package init(fuelType: String, capacity: Gallons) { (self.fuelType, self.capacity) = (fuelType, capacity) }
    }

    /// Nil: the truck does not carry that fuel.
    package func compartment(of fuelType: String) -> Compartment? { compartments.first { $0.fuelType == fuelType } }
    package func carries(_ fuelType: String) -> Bool { compartment(of: fuelType) != nil }

    var changed: TruckChanged {
        TruckChanged(truckId: id, code: code, plate: plate, areaId: areaId,
                     compartments: compartments.map { TruckCompartment(fuelType: $0.fuelType, capacityGallons: $0.capacity) },
                     changedAt: updatedAt.wholeSeconds)
    }
}

/// A line of a truck's ledger, which is only added to.
package struct TruckLedgerEntry: Sendable, Equatable {
    package enum Kind: String, Codable, Sendable { case load, delivery, adjustment }
    package let id: String
    package let truck: TruckID
    package let fuelType: String
    package let kind: Kind
    /// Signed: a delivery is negative.
    package let gallons: Gallons
    /// What the compartment holds after it.
    package let balance: Gallons
    package var delivered: DeliveredFuel?
    /// Of the terminal where the truck was filled.
    package var ticket: String?
    package var reason: String?
    package let by: User.ID?
    package let at: Timestamp
}

/// What a driver's meter says about one order.
package struct DeliveredFuel: Sendable, Equatable {
    package let order: OrderID
    package let meterStart: Gallons
    package let meterEnd: Gallons
    package init(order: OrderID, meterStart: Gallons, meterEnd: Gallons) {
        (self.order, self.meterStart, self.meterEnd) = (order, meterStart, meterEnd)
    }
    package var gallons: Gallons { Gallons(thousandths: meterEnd.thousandths - meterStart.thousandths) }
}
