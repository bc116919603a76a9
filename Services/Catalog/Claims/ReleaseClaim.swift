import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The held seats go back. A release that arrives before its claim is remembered, and wins.
extension ReleaseClaim: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        if try tx.claims.find(claimId) == nil {
            try tx.claims.rememberReleased(claimId, holder: orderId.rawValue, at: tx.now)
        } else {
            try ClaimEnd(tx).release(claimId)
        }
        return NoContent()
    }
}
