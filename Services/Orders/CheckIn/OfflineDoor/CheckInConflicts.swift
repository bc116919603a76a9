import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Every conflict between the scans of an event, newest first.
package struct CheckInConflicts: Query {
    package static let type: MessageType = "orders.check-in-conflicts.v1"
    package let eventId: EventID
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<ScanConflict> {
        try view.access().requireView(of: eventId, view.checkIns)
        let request = try PageRequest(page: page, perPage: perPage)
        let (conflicts, total) = try view.offlineScans.conflicts(of: eventId, limit: request.perPage, offset: request.offset)
        return Page(conflicts, request, total: total)
    }
}
