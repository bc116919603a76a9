import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A discount was taken back: the visit does not count any more.
struct OnRedemptionVoided: Reaction {
    func handle(_ event: RedemptionVoided, in tx: CatalogTransaction) throws {
        try tx.shopRatings.noteVisit(event.redemptionId, by: event.userId, at: event.shopId, isVoided: true)
    }
}
