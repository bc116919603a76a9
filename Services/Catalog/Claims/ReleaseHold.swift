import CatalogKit
import Contracts
import ServiceKit

/// Handles `ReleaseClaim`: what was held goes back. A release that arrives before its claim is remembered, and wins.
package struct ReleaseHold<Kinds: ListingKindList>: ClaimHandler, Command {
    package let message: ReleaseClaim
    package init(_ message: ReleaseClaim) { self.message = message }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let claim = try tx.claims.find(message.claimId) else {
            try tx.claims.rememberReleased(message.claimId, holder: message.orderId.rawValue, at: tx.now)
            return NoContent()
        }
        guard claim.isHeldOrSold else { return NoContent() }  // Back already.
        try Claims(tx).release(claim.id, of: try Kinds.claimable(of: claim.listing))
        return NoContent()
    }
}
