import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody deletes a vehicle of their own. The newest of the others becomes the default if this one was.
package struct RemoveVehicle<Orders: VehicleOrders>: Command {
    package static var type: MessageType { "orders.remove-vehicle.v1" }
    let vehicleId: VehicleID
    package init(vehicleId: VehicleID) { self.vehicleId = vehicleId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let owner = try tx.user().userID
        let vehicle = try tx.vehicles.require(vehicleId, of: owner)
        if let order = try Orders.openOrder(of: vehicleId, in: tx) { throw Rejection.vehicleInUse(order) }
        try tx.remove(vehicle)
        if vehicle.isDefault, var next = try tx.vehicles.all(of: owner, limit: 1).first {
            next.isDefault = true
            try tx.keep(next)
        }
        return NoContent()
    }
}

extension OrdersTransaction {
    func remove(_ vehicle: Vehicle) throws {
        try vehicles.delete(vehicle.id)
        try publish(VehicleRemoved(vehicleId: vehicle.id, userId: vehicle.owner, removedAt: now.wholeSeconds))
    }
}
