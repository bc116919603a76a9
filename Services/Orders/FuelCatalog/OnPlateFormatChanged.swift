import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Plates of a region look different.
package struct OnPlateFormatChanged: Reaction {
    package init() {}
    package func handle(_ event: PlateFormatChanged, in tx: OrdersTransaction) throws {
        try tx.vehicleList.remember(event.masks, of: event.region)
    }
}
