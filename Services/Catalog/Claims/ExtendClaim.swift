import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A payment is under way: the hold lasts at least until then.
extension ExtendClaim: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard var claim = try tx.claims.find(claimId) else { return NoContent() }  // Never claimed: there is nothing to keep, and confirm will say so.
        let end: Timestamp?
        do throws(Claim.Refusal) { end = try claim.extend(until: until, at: tx.now) } catch {
            try ClaimEnd(tx).expire(claimId)
            return NoContent()
        }
        guard let end else { return NoContent() }
        try tx.claims.apply(.nothing, of: claim)
        try tx.schedule(ClaimEnd.timer(claimId), at: end, ExpireClaim(claimId: claimId))
        return NoContent()
    }
}
