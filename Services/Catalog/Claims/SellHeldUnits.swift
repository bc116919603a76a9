import CatalogKit
import Contracts
import ServiceKit

/// Handles `ConfirmClaim`: paid, or free; what was held is sold.
package struct SellHeldUnits<Kinds: ListingKindList>: ClaimHandler, Command {
    package let message: ConfirmClaim
    package init(_ message: ConfirmClaim) { self.message = message }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let claim = try tx.claims.find(message.claimId), !claim.listing.id.isEmpty else {
            // The order must get an answer, and there is no listing to name.
            try tx.publish(ClaimConfirmRefused(claimId: message.claimId, orderId: message.orderId, listing: .unknown,
                                               slug: Claim.Refusal.unknownClaim.rawValue))
            return NoContent()
        }
        try Claims(tx).confirm(claim, of: try Kinds.claimable(of: claim.listing))
        return NoContent()
    }
}
