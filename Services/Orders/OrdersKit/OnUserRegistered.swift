import Contracts
import Kernel
import ServiceKit

/// Somebody has a name now.
package struct OnUserRegistered: Reaction {
    package init() {}
    package func handle(_ event: UserRegistered, in tx: OrdersTransaction) throws {
        try tx.people.remember(event.userId, name: event.name, email: event.email, phone: event.phone)
    }
}
