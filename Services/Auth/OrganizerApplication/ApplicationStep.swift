import AuthKit
import Contracts
import Kernel
import ServiceKit

/// What every step of an application has in common.
struct ApplicationStep {
    let tx: AuthTransaction

    /// Throws 409 while the application cannot be changed.
    func change(_ body: (inout OrganizerApplication, Account) throws -> Void) throws -> ApplicationAnswer {
        let account = try tx.account()
        var application = try tx.applications.find(account.id) ?? OrganizerApplication(userID: account.id)
        try application.openStep()
        try body(&application, account)
        let review = ApplicationReview(tx: tx)
        try review.save(application, of: account)
        if application.status.isGranted { try review.publish(application) }
        return try tx.answer(application)
    }
}
