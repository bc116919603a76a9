import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An account was erased: its addresses go.
package struct OnAddressOwnerErased: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws { try tx.addresses.deleteAll(of: event.userId) }
}
