import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The caller's own vehicles, newest first.
package struct VehiclesOfOwner: Query {
    package static let type: MessageType = "orders.vehicles-of-owner.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let owner = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let vehicles = try view.vehicles.all(of: owner, limit: request.perPage, offset: request.offset)
        return Page(vehicles.map(\.json), request, total: try view.vehicles.count(of: owner))
    }
}
