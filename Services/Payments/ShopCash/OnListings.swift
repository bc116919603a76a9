import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A shop is there: it has a cash book, its staff may look into it.
struct OnListingPublished: Reaction {
    func handle(_ fact: ListingPublished, in tx: PaymentsTransaction) throws { try tx.rememberShop(fact.listing) }
}

/// A shop changed, perhaps its staff.
struct OnListingUpdated: Reaction {
    func handle(_ fact: ListingUpdated, in tx: PaymentsTransaction) throws { try tx.rememberShop(fact.listing) }
}

/// A shop is closed; its book stays.
struct OnListingWithdrawn: Reaction {
    func handle(_ fact: ListingWithdrawn, in tx: PaymentsTransaction) throws { try tx.rememberShop(fact.listing) }
}

extension PaymentsTransaction {
    fileprivate func rememberShop(_ listing: Listing) throws {
        guard definition.has(plugin: ShopCashRoutes.plugin, of: "payments-stub") else { return }  // Nobody collects cash in this app.
        try cash.remember(shop: listing.listingId, staff: listing.vendorUserIds)
    }
}
