import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Seeding. A truck that is there stays as it is.
extension ImportTruck: Command {
    public typealias Answer = NoContent
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard try tx.trucks.find(truckId) == nil, try tx.trucks.find(code: code) == nil else { return NoContent() }
        let now = tx.now.wholeSeconds
        let truck = Truck(id: truckId, code: code, plate: plate, areaId: areaId,
                          compartments: compartments.map { Truck.Compartment(fuelType: $0.fuelType, capacity: $0.capacityGallons) },
                          createdAt: now, updatedAt: now)
        try tx.trucks.insert(truck)
        try tx.publish(truck.changed)
        let percent = min(100, max(0, percentFull))
        for compartment in truck.compartments where percent > 0 {
            let (filled, overflow) = compartment.capacity.thousandths.multipliedReportingOverflow(by: percent)
            guard !overflow, filled >= 100 else { continue }
            try Trucks(tx).add(.load, filled / 100, of: compartment.fuelType, to: truckId, by: nil, at: now - .days(Self.daysOnTheRoad))
        }
        return NoContent()
    }

    /// The first load comes before those of imported orders, because a ledger is in the order of time.
    private static let daysOnTheRoad = 91
}
