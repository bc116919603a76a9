import Contracts
import Kernel
import ServiceKit

/// Whoever is no vendor any more sells nothing, whatever an old token says; whoever is one again may.
package struct OnRolesChanged: Reaction {
    package init() {}
    package func handle(_ event: RolesChanged, in tx: OrdersTransaction) throws {
        try tx.desk.partners.note(event.userId, isStaff: event.roles.contains(MembershipRoutes.vendor))
    }
}
