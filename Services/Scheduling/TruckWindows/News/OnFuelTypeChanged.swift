import Contracts
import ServiceKit

/// A fuel is new or another one now. An inactive fuel has windows, too: whether it is sold is not decided here.
package struct OnFuelTypeChanged: Reaction {
    package init() {}
    package func handle(_ event: FuelTypeChanged, in tx: TruckWindowsTransaction) throws { try tx.fuels.remember(event.code) }
}
