import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An area is new, has another shape or zone, or was switched on or off.
package struct OnServiceAreaChanged: Reaction {
    package init() {}
    package func handle(_ event: ServiceAreaChanged, in tx: OrdersTransaction) throws {
        try tx.serviceAreas.save(ServiceArea(event))
    }
}
