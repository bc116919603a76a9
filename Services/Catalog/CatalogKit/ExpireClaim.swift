import Contracts
import Kernel

/// The timer of a hold: its time is over. `Claims` sets it; the feature `claims` handles it.
package struct ExpireClaim: Message {
    package static let type: MessageType = "catalog.expire-claim.v1"
    package let claimId: ClaimID
    package init(claimId: ClaimID) { self.claimId = claimId }
}
