import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An event is on sale, and no draft any more.
package struct OnEventPublished: Reaction {
    package init() {}
    package func handle(_ event: EventPublished, in tx: OrdersTransaction) throws {
        try tx.events.remember(event.event)
        try tx.drafts.remove(event.eventId)
    }
}
