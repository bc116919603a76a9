import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A hold's time is over. Set by a timer.
struct ExpireClaim: Command {
    static let type: MessageType = "catalog.expire-claim.v1"
    let claimId: ClaimID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        try ClaimEnd(tx).expire(claimId)
        return NoContent()
    }
}
