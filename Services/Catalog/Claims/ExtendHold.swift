import CatalogKit
import Contracts
import ServiceKit

/// Handles `ExtendClaim`: a payment is under way, the hold lasts at least until then.
package struct ExtendHold<Kinds: ListingKindList>: ClaimHandler, Command {
    package let message: ExtendClaim
    package init(_ message: ExtendClaim) { self.message = message }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Never claimed, or released first: there is nothing to keep, and confirm will say so.
        guard let claim = try tx.claims.find(message.claimId), !claim.listing.id.isEmpty else { return NoContent() }
        try Claims(tx).extend(claim, until: message.until, of: try Kinds.claimable(of: claim.listing))
        return NoContent()
    }
}
