import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One of the caller's own addresses.
package struct AddressDetails: Query {
    package static let type: MessageType = "orders.address-details.v1"
    let addressId: AddressID

    package func answer(in view: OrdersView) throws -> JSONValue {
        let address = try view.addresses.require(addressId, of: view.user().userID)
        return try view.shownAddresses([address]).first ?? .null
    }
}
