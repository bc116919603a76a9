import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A member has another name, language or neighborhood.
package struct OnMemberUpdated: Reaction {
    package init() {}
    package func handle(_ event: UserUpdated, in tx: OrdersTransaction) throws {
        try tx.rememberMember(event.userId, membershipID: event.membershipId, locale: event.locale, neighborhoodID: event.neighborhoodId,
                              registeredAt: event.registeredAt)
    }
}
