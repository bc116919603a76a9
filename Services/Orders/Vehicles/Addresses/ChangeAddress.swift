import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody changes a place of their own. Orders that were made keep where they go.
package struct ChangeAddress: Command {
    package static let type: MessageType = "orders.change-address.v1"
    let addressId: AddressID
    let form: JSONValue
    package init(_ addressId: AddressID, _ form: JSONValue) { (self.addressId, self.form) = (addressId, form) }
    package init(from decoder: any Decoder) throws { (addressId, form) = try PathForm.read("addressId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(addressId, as: "addressId", form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let owner = try tx.user().userID
        let old = try tx.addresses.require(addressId, of: owner)
        let address = try AddressForm.address(form, over: old, id: addressId, owner: owner, at: tx.now)
        try tx.addresses.update(address)
        return try tx.shown(address)
    }
}
