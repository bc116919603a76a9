import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One of the caller's own vehicles.
package struct VehicleDetails: Query {
    package static let type: MessageType = "orders.vehicle-details.v1"
    let vehicleId: VehicleID

    package func answer(in view: OrdersView) throws -> JSONValue {
        try view.vehicles.require(vehicleId, of: view.user().userID).json
    }
}
