import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An account was erased: its name disappears from the answers to scans, and it scans no more.
package struct OnUserErased: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        try tx.checkIns.eraseNames(of: event.userId)
        try tx.checkIns.revokeAll(of: event.userId)
    }
}
