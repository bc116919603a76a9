import Contracts
import Kernel
import ServiceKit

/// Somebody has another name now.
package struct OnUserUpdated: Reaction {
    package init() {}
    package func handle(_ event: UserUpdated, in tx: OrdersTransaction) throws {
        try tx.people.remember(event.userId, name: event.name, email: event.email, phone: event.phone)
    }
}
