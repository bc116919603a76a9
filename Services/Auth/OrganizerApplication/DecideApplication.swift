import AuthKit
import Contracts
import Kernel
import ServiceKit

/// A moderator decides an application, suspends an organizer or lets them go on.
public struct DecideApplication: Command {
    public static let type: MessageType = "auth.decide-application.v1"
    package let userId: User.ID
    package let decision: ApplicationDecision
    package let reason: String?

    public func handle(in tx: AuthTransaction) throws -> ListedApplication {
        let moderator = try tx.require(permission: ApplicationReview.permission)
        var form = Validation()
        let text = form.text("reason", reason, ApplicationReview.reasonCharacters, multiline: true)
        try form.check()
        guard let account = try tx.accounts.find(userId) else { throw Rejection.notFound }
        guard account.id != moderator.id else {
            throw Rejection.conflict("own-roles", "You can't change your own roles. Ask somebody else who may.")
        }
        let application = try tx.applications.find(userId) ?? OrganizerApplication(userID: userId)
        let decided = try ApplicationReview(tx: tx).decide(application, decision, because: .moderator, message: text ?? "")
        // It names the applicant: after the erasure no request that is sent again is answered with it.
        tx.context.answerIsAbout(account.id)
        return ListedApplication(try tx.answer(decided), account)
    }
}

/// From the catalog's moderation, which has checked who asks.
extension SuspendOrganizer: Command {
    public func handle(in tx: AuthTransaction) throws -> NoContent {
        guard let application = try tx.applications.find(userId), application.status == .approved else {
            return NoContent()  // Suspended before, or no organizer any more.
        }
        try ApplicationReview(tx: tx).decide(application, .suspend, because: .moderator, message: reason)
        return NoContent()
    }
}
