import CatalogKit
import Contracts
import ServiceKit

/// The restaurant accepted an order: what it held is sold. A claim that ended before stays ended.
extension ConfirmQuote: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard let claim = try tx.claims.find(claimId), claim.listing.kind == MealClaims.kind else { return NoContent() }
        try Claims(tx).confirm(claim, of: MealClaims.self)
        return NoContent()
    }
}
