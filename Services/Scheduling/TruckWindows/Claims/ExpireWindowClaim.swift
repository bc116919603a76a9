import Contracts
import Kernel
import ServiceKit

/// The timer of a hold: its time is over.
package struct ExpireWindowClaim: Command {
    package static let type: MessageType = "scheduling.expire-window-claim.v1"
    let claimId: ClaimID
    package init(claimId: ClaimID) { self.claimId = claimId }

    package func handle(in tx: TruckWindowsTransaction) throws -> NoContent {
        try WindowClaims(tx).expire(claimId)
        return NoContent()
    }
}
