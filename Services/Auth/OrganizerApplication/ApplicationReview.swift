import AuthKit
import Contracts
import Kernel
import ServiceKit

/// Decides applications and does what follows: the role, where the money goes, and what other services hear.
package struct ApplicationReview {
    package static let permission = "organizers:review"
    package static let reasonCharacters = 3...500
    private static let approved = "Your identity was verified, and your application is approved."
    private static let unverified = "Your identity could not be verified. Check the number of your document and send it again."

    package let tx: AuthTransaction
    package init(tx: AuthTransaction) { self.tx = tx }

    /// A check of an identity has a result. It touches only applications in review; those approved before show it.
    package func identityWasDecided(_ status: IdentityCheck.Status, of user: User.ID) throws {
        guard let application = try tx.applications.find(user) else { return }
        switch application.status {
        case .inReview: try decideByIdentity(application, status)
        case .approved, .suspended: try publish(application)
        case .notStarted, .inProgress, .needsChanges, .rejected: return
        }
    }

    /// What the tenant's rule says of an application in review.
    func decideByIdentity(_ application: OrganizerApplication, _ identity: IdentityCheck.Status?) throws {
        guard let settings = try ApplicationSettings.of(tx.definition), application.status == .inReview else { return }
        switch (settings.review, identity) {
        case (.auto, .verified?) where !application.needsModerator:
            try decide(application, .approve, because: .identityVerified, message: Self.approved)
        case (.auto, .rejected?): try decide(application, .requestChanges, because: .identityRejected, message: Self.unverified)
        case (.auto, _), (.moderator, _): return  // Waits for the check, or for a moderator.
        }
    }

    /// Throws 409 where the decision is impossible.
    @discardableResult
    package func decide(_ before: OrganizerApplication, _ decision: ApplicationDecision, because reason: ApplicationReason,
                message: String) throws -> OrganizerApplication {
        guard let settings = try ApplicationSettings.of(tx.definition), var account = try tx.accounts.find(before.userID) else {
            throw Rejection.notFound
        }
        var application = before
        try application.decide(decision, because: reason, message: message, at: tx.now)
        if application.status.isGranted { try sendPayoutAccount(&application) }
        if decision == .approve, !account.roles.contains(settings.role) {
            account.roles.append(settings.role)
            try tx.accounts.updateRoles(of: account)
            try tx.publish(RolesChanged(userId: account.id, roles: account.roles))
        }
        try save(application, of: account)
        try tx.publish(OrganizerApplicationDecided(
            userId: account.id, decision: decision.rawValue, status: application.status.rawValue, reason: reason.rawValue,
            message: message, decidedAt: tx.now))
        if application.status.isGranted { try publish(application) }
        return application
    }

    /// Payments gets an account once, and again when the person changes it.
    func sendPayoutAccount(_ application: inout OrganizerApplication) throws {
        guard var payout = application.payout, !payout.isSent else { return }
        try tx.send(OpenPayoutAccount(userId: application.userID, accountType: payout.type, number: payout.number,
                                      bankName: payout.bankName, accountName: payout.accountName))
        payout.isSent = true
        application.payout = payout
    }

    /// Writes an application, and its status where the account shows it.
    package func save(_ application: OrganizerApplication, of account: Account) throws {
        try tx.applications.save(application)
        guard let settings = try ApplicationSettings.of(tx.definition),
            let field = try tx.authSettings().field(ofApplicationFor: settings.role) else { return }
        var shown = account
        shown.profile[field.name] = .string(application.status.rawValue)
        if shown != account { try tx.accounts.update(shown) }
    }

    /// The account's field says something new, because of a registration, an import or a moderator who gives and takes roles.
    package func follow(_ account: Account) throws {
        guard let settings = try ApplicationSettings.of(tx.definition),
            let field = try tx.authSettings().field(ofApplicationFor: settings.role) else { return }
        let before = try tx.applications.find(account.id)
        let status = account.profile[field.name]?.string.flatMap { ApplicationStatus(rawValue: $0) } ?? .notStarted
        guard status != before?.status ?? .notStarted else { return }
        var application = before ?? OrganizerApplication(userID: account.id)
        let wasGranted = application.status.isGranted
        application.follow(status, at: tx.now)
        if status.isGranted { try sendPayoutAccount(&application) }
        try tx.applications.save(application)
        if status.isGranted || wasGranted { try publish(application) }
    }

    /// What others may know of an organizer. Whose role was taken away sells no more than who is suspended.
    package func publish(_ application: OrganizerApplication) throws {
        let account = try tx.accounts.find(application.userID)
        let identity = try tx.identityChecks.find(application.userID)?.status
        let contact = application.contact.flatMap { contact in
            contact.publicContact ? OrganizerUpdated.Contact(email: contact.email, phone: contact.phone) : nil
        }
        try tx.publish(OrganizerUpdated(
            userId: application.userID, isSuspended: application.status != .approved,
            isVerified: application.status == .approved && identity == .verified, name: application.profile?.organizationName,
            bio: application.profile?.bio, website: application.profile?.website, avatarUrl: account?.avatarURL, contact: contact))
    }
}
