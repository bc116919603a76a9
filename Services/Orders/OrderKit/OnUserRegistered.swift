import Contracts
import Kernel
import ServiceKit

/// Somebody has a name now.
package struct OnUserRegistered: Reaction {
    package init() {}
    package func handle(_ event: UserRegistered, in tx: OrdersTransaction) throws {
        try tx.people.remember(event.userId, name: event.name, email: event.email, phone: event.phone)
        try tx.rememberMember(event.userId, membershipID: event.membershipId, locale: event.locale, neighborhoodID: event.neighborhoodId,
                              registeredAt: event.registeredAt)
    }
}
