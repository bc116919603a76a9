import CatalogKit
import Contracts
import ServiceKit

/// An order needs its place in the kitchen, or its portions, no longer.
extension ReleaseQuote: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let claim = try tx.claims.find(claimId) else {
            // It overtook its claim, which is refused when it comes.
            try tx.claims.rememberReleased(claimId, holder: orderId.rawValue, at: tx.now)
            return NoContent()
        }
        guard claim.listing.kind == MealClaims.kind else { return NoContent() }
        try Claims(tx).release(claim.id, units: Set(parts.map(\.unit)), of: MealClaims.self)
        return NoContent()
    }
}
