import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A fuel was added, or switched on or off.
package struct OnFuelTypeChanged: Reaction {
    package init() {}
    package func handle(_ event: FuelTypeChanged, in tx: OrdersTransaction) throws {
        try tx.fuelTerms.remember(SoldFuel(code: event.code, family: event.family, grade: event.grade, isActive: event.active))
    }
}
