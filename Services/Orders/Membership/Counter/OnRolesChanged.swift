import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A user who lost the vendor role sells nothing, even with an old token; a user who gets it back may sell again.
package struct OnRolesChanged: Reaction {
    package init() {}
    package func handle(_ event: RolesChanged, in tx: OrdersTransaction) throws {
        try tx.memberships.partners.note(event.userId, isStaff: event.roles.contains(MembershipRoutes.vendor))
    }
}
