import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The reference list has other models of a make.
package struct OnVehicleMakeChanged: Reaction {
    package init() {}
    package func handle(_ event: VehicleMakeChanged, in tx: OrdersTransaction) throws {
        try tx.vehicleList.remember(event.models, of: event.make)
    }
}
