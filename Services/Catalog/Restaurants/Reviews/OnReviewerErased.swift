import CatalogKit
import Contracts
import ServiceKit

/// An account is gone: what the person wrote goes, the stars stay.
struct OnReviewerErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws { try tx.foodReviews.erase(event.userId) }
}
