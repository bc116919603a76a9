import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Whoever had the old password may have the card's key: a new card.
package struct OnPasswordChanged: Reaction {
    package init() {}
    package func handle(_ event: PasswordChanged, in tx: OrdersTransaction) throws {
        guard tx.hasMemberships else { return }  // No card, no key.
        try tx.memberships.members.rotateCard(of: event.userId, at: tx.now)
    }
}
