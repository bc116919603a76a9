import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody changes a vehicle of their own. What an open order relies on stays until the order ends.
package struct ChangeVehicle<Orders: VehicleOrders>: Command {
    package static var type: MessageType { "orders.change-vehicle.v1" }
    let vehicleId: VehicleID
    let form: JSONValue
    package init(_ vehicleId: VehicleID, _ form: JSONValue) { (self.vehicleId, self.form) = (vehicleId, form) }
    package init(from decoder: any Decoder) throws { (vehicleId, form) = try PathForm.read("vehicleId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(vehicleId, as: "vehicleId", form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let owner = try tx.user().userID
        let old = try tx.vehicles.require(vehicleId, of: owner)
        let vehicle = try VehicleEditor(tx: tx).vehicle(form, over: old, owner: owner)
        if vehicle.differsForOrders(from: old), let order = try Orders.openOrder(of: vehicleId, in: tx) {
            throw Rejection.vehicleInUse(order)
        }
        if let other = try tx.vehicles.find(vehicle.plate, of: owner), other != vehicleId { throw Rejection.vehicleDuplicate(other) }
        try tx.keep(vehicle)
        return vehicle.json
    }
}
