import AuthKit
import Contracts
import Kernel
import ServiceKit

/// The sandbox has looked at a document.
public struct ConcludeIdentityCheck: Command {
    public static let type: MessageType = "auth.conclude-identity-check.v1"
    package let userId: User.ID
    package let attempt: Int
    let finding: IdentityFinding

    public func handle(in tx: AuthTransaction) throws -> NoContent {
        guard let check = try tx.identityChecks.find(userId), check.attempt == attempt, check.status == .pending else {
            return NoContent()  // The person left, or a moderator was faster.
        }
        let review = IdentityReview(tx: tx)
        switch finding {
        case .mismatch: try review.reject(check, reason: "document-mismatch")
        case .genuine where try review.isTaken(check): try review.reject(check, reason: "identity-in-use")
        case .genuine: try review.verify(check)
        case .unclear: break  // A moderator decides.
        }
        return NoContent()
    }
}
