import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A member had a discount at a shop: what they say of it is said by somebody who was there.
struct OnRedemptionRecorded: Reaction {
    func handle(_ event: RedemptionRecorded, in tx: CatalogTransaction) throws {
        try tx.shopRatings.noteVisit(event.redemptionId, by: event.userId, at: event.shopId, isVoided: false)
    }
}
