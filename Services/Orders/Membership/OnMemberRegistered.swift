import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody registered: a member with a card.
package struct OnMemberRegistered: Reaction {
    package init() {}
    package func handle(_ event: UserRegistered, in tx: OrdersTransaction) throws {
        try tx.rememberMember(event.userId, membershipID: event.profile[MemberFields.number]?.string, locale: event.locale,
                              neighborhoodID: event.profile[MemberFields.neighborhood]?.int,
                              registeredAt: event.registeredAt)
        // A shop may name people as staff who have no vendor role yet.
        guard tx.hasMemberships else { return }
        try tx.memberships.partners.note(event.userId, isStaff: event.roles.contains(MembershipRoutes.vendor))
    }
}
