import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var vehicles: VehicleStore { VehicleStore(database, tenant) }
}

extension OrdersTransaction {
    package var vehicleSettings: VehicleSettings { definition.settings(of: "vehicles") { VehicleSettings($0) } }

    /// Stores a vehicle that is there already. A vehicle that becomes the default takes that from the one before it.
    func keep(_ vehicle: Vehicle) throws {
        if vehicle.isDefault { try clearDefault(of: vehicle.owner, besides: vehicle.id) }
        try vehicles.update(vehicle)
    }
    func clearDefault(of owner: User.ID, besides id: VehicleID) throws {
        guard var former = try vehicles.defaultVehicle(of: owner), former.id != id else { return }
        former.isDefault = false
        try vehicles.update(former)
    }
}
