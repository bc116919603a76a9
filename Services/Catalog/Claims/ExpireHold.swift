import CatalogKit
import Contracts
import ServiceKit

/// Handles `ExpireClaim`, the timer of a hold.
package struct ExpireHold<Kinds: ListingKindList>: ClaimHandler, Command {
    package let message: ExpireClaim
    package init(_ message: ExpireClaim) { self.message = message }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let claim = try tx.claims.find(message.claimId), claim.isHeldOrSold else { return NoContent() }  // It ended another way.
        try Claims(tx).expire(claim.id, of: try Kinds.claimable(of: claim.listing))
        return NoContent()
    }
}
