import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The caller's own addresses, newest first.
package struct AddressesOfOwner: Query {
    package static let type: MessageType = "orders.addresses-of-owner.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let owner = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let addresses = try view.addresses.all(of: owner, limit: request.perPage, offset: request.offset)
        return Page(try view.shownAddresses(addresses), request, total: try view.addresses.count(of: owner))
    }
}
