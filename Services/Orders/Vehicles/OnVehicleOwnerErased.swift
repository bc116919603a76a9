import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An account was erased: its vehicles go with their plates. Orders that are under way keep their own copies until they end.
package struct OnVehicleOwnerErased: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        for vehicle in try tx.vehicles.all(of: event.userId) { try tx.remove(vehicle) }
    }
}
