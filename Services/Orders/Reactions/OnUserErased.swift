import Contracts
import Kernel
import ServiceKit

/// An account is gone: names go, money and tickets stay.
package struct OnUserErased: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        try tx.forgetMember(event.userId)
        try tx.people.erase(event.userId)
    }
}
