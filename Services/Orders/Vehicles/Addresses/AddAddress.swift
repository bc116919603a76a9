import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody stores a place of their own.
package struct AddAddress: Command {
    package static let type: MessageType = "orders.add-address.v1"
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        let owner = try tx.user().userID
        let address = try AddressForm.address(form, over: nil, id: tx.newID(), owner: owner, at: tx.now)
        guard try tx.addresses.count(of: owner) < tx.vehicleSettings.addressesMax else { throw Rejection.addressLimitReached }
        try tx.addresses.insert(address)
        return Created(try tx.shown(address), at: "/addresses/\(address.id)")
    }
}
