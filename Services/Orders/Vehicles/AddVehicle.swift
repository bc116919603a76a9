import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody adds a vehicle of their own. The first one is the default.
package struct AddVehicle: Command {
    package static let type: MessageType = "orders.add-vehicle.v1"
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        let owner = try tx.user().userID
        var vehicle = try VehicleEditor(tx: tx).vehicle(form, over: nil, owner: owner)
        if let other = try tx.vehicles.find(vehicle.plate, of: owner) { throw Rejection.vehicleDuplicate(other) }
        let count = try tx.vehicles.count(of: owner)
        guard count < tx.vehicleSettings.vehiclesMax else { throw Rejection.vehicleLimitReached }
        if count == 0 { vehicle.isDefault = true }
        try tx.add(vehicle)
        return Created(vehicle.json, at: "/vehicles/\(vehicle.id)")
    }
}

extension OrdersTransaction {
    func add(_ vehicle: Vehicle) throws {
        if vehicle.isDefault { try clearDefault(of: vehicle.owner, besides: vehicle.id) }
        try vehicles.insert(vehicle)
        try publish(VehicleAdded(
            vehicleId: vehicle.id, userId: vehicle.owner, make: vehicle.make, model: vehicle.model, year: vehicle.year,
            fuelType: vehicle.fuelType, tankCapacityGallons: vehicle.tank, addedAt: vehicle.createdAt))
    }
}
