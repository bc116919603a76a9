import AuthKit
import Contracts
import Kernel
import ServiceKit

/// The person asks for the decision. The answer is `in-review`, also where the rule decides at once.
public struct SubmitApplication: Command {
    public static let type: MessageType = "auth.submit-application.v1"

    public func handle(in tx: AuthTransaction) throws -> ApplicationAnswer {
        let account = try tx.account()
        var application = try tx.applications.find(account.id) ?? OrganizerApplication(userID: account.id)
        let identity = try tx.identityChecks.find(account.id)?.status
        let version = try tx.definition.shared(LegalVersions.self, in: .auth).organizerTerms
        try application.submit(identity: identity, version: version,
                               hasVerifiedContact: account.emailVerified || account.phoneVerified, at: tx.now)
        let review = ApplicationReview(tx: tx)
        try review.save(application, of: account)
        let answer = try tx.answer(application)
        try review.decideByIdentity(application, identity)
        return answer
    }
}
