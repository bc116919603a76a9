import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A member has another name, language or neighborhood.
package struct OnMemberUpdated: Reaction {
    package init() {}
    package func handle(_ event: UserUpdated, in tx: OrdersTransaction) throws {
        try tx.rememberMember(event.userId, membershipID: event.profile[MemberFields.number]?.string, locale: event.locale,
                              neighborhoodID: event.profile[MemberFields.neighborhood]?.int,
                              registeredAt: event.registeredAt)
    }
}
