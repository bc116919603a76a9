import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody deletes a place of their own.
package struct RemoveAddress: Command {
    package static let type: MessageType = "orders.remove-address.v1"
    let addressId: AddressID
    package init(addressId: AddressID) { self.addressId = addressId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let address = try tx.addresses.require(addressId, of: tx.user().userID)
        try tx.addresses.delete(address.id)
        return NoContent()
    }
}
