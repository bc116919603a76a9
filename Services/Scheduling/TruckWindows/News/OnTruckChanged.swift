import Contracts
import ServiceKit

/// A truck is new or carries other fuels now. Its stops follow from its roster, wherever it stands.
package struct OnTruckChanged: Reaction {
    package init() {}
    package func handle(_ event: TruckChanged, in tx: TruckWindowsTransaction) throws {
        try tx.rosters.remember(event.truckId, code: event.code, fuels: event.compartments.map(\.fuelType))
        try PendingChanges(tx).heard(of: .truck(event.truckId))
    }
}
