import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A bonus is announced. When it counts follows from its times, not from the messages of its start and end.
package struct OnCampaignPublished: Reaction {
    package init() {}
    package func handle(_ event: CampaignPublished, in tx: OrdersTransaction) throws {
        try tx.memberships.partners.remember(event.campaign)
    }
}

/// A bonus was called off: it counts no more from now on.
package struct OnCampaignCancelled: Reaction {
    package init() {}
    package func handle(_ event: CampaignCancelled, in tx: OrdersTransaction) throws {
        try tx.memberships.partners.remember(event.campaign, cancelledAt: tx.now)
    }
}
