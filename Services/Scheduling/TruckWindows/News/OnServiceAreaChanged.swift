import Contracts
import ServiceKit

/// Copies what the catalog says of a service area.
package struct OnServiceAreaChanged: Reaction {
    package init() {}
    package func handle(_ event: ServiceAreaChanged, in tx: TruckWindowsTransaction) throws {
        try tx.areas.save(ServiceArea(event))
        try PendingChanges(tx).heard(of: .area(event.areaId))
    }
}
