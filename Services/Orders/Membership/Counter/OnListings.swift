import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A partner shop is open for members.
package struct OnListingPublished: Reaction {
    package init() {}
    package func handle(_ event: ListingPublished, in tx: OrdersTransaction) throws { try tx.rememberShop(event.listing) }
}

/// A partner shop changed, was suspended or came back.
package struct OnListingUpdated: Reaction {
    package init() {}
    package func handle(_ event: ListingUpdated, in tx: OrdersTransaction) throws { try tx.rememberShop(event.listing) }
}

/// A partner shop is closed for good.
package struct OnListingWithdrawn: Reaction {
    package init() {}
    package func handle(_ event: ListingWithdrawn, in tx: OrdersTransaction) throws { try tx.rememberShop(event.listing) }
}

extension OrdersTransaction {
    fileprivate func rememberShop(_ listing: Listing) throws {
        guard hasMemberships else { return }  // Other apps list other things; their orders have other rules.
        try memberships.partners.remember(listing)
    }
}
