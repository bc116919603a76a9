import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody looked at an event: the catalog tells of each look that counts.
struct OnEventViewed: Reaction {
    func handle(_ view: EventViewed, in tx: OrdersTransaction) throws {
        let at = view.at ?? tx.now
        if let user = view.userId {
            try tx.businessNumbers.addView(of: view.eventId, organizer: view.organizerId, by: user, at: at, message: tx.context.envelope.id)
        } else {
            try tx.businessNumbers.addGuestView(of: view.eventId, organizer: view.organizerId, at: at)
        }
    }
}
