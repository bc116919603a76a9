import Contracts
import Kernel
import ServiceKit

/// `GET /trucks/{truckId}/roster`: empty until it is set.
package struct TruckRosterDetails: Query {
    package static let type: MessageType = "scheduling.truck-roster-details.v1"
    let truckId: TruckID

    package func answer(in view: TruckWindowsView) throws -> JSONValue {
        try view.require(permission: TruckWindows.dispatch)
        guard try view.rosters.knows(truckId) else { throw Rejection.notFound }
        return try view.rosters.roster(of: truckId).answer
    }
}
