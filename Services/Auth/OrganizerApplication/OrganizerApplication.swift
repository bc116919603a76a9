import AuthKit
import Contracts
import Kernel

/// One person's application to organize: what its steps say and where it is.
package struct OrganizerApplication: Sendable, Equatable {
    /// In the order in which the app asks.
    enum Step: String, Sendable, CaseIterable { case profile, identity, contact, payout, terms }

    package struct Profile: Codable, Sendable, Equatable {
        let organizationName: String
        package let bio: String
        let website: String?
        let avatarMediaId: String?
    }
    package struct Contact: Codable, Sendable, Equatable {
        package let email: String
        package let phone: String
        let publicContact: Bool
    }
    package struct Payout: Codable, Sendable, Equatable {
        package let type: String
        /// Sealed for payments.
        package let number: SealedValue
        package let last4: String
        package let bankName: String?
        package let accountName: String
        /// Payments has it.
        var isSent = false
    }
    package struct Terms: Codable, Sendable, Equatable {
        package let version: String
        let acceptedAt: Timestamp
    }
    package struct Decision: Codable, Sendable, Equatable {
        package let decision: ApplicationDecision
        package let reason: ApplicationReason
        /// The moderator's text, or a sentence.
        package let message: String
        package let at: Timestamp
    }

    package let userID: User.ID
    package var status = ApplicationStatus.notStarted
    package var profile: Profile?
    package var contact: Contact?
    package var payout: Payout?
    package var terms: Terms?
    package var decision: Decision?
    var submittedAt: Timestamp?
    var approvedAt: Timestamp?
    /// A moderator has said no once.
    var needsModerator = false

    init(userID: User.ID) { self.userID = userID }

    /// - Parameter version: of the terms in force.
    func isDone(_ step: Step, identity: IdentityCheck.Status?, version: String) -> Bool {
        switch step {
        case .profile: profile != nil
        case .identity: identity == .pending || identity == .verified
        case .contact: contact != nil
        case .payout: payout != nil
        case .terms: terms?.version == version
        }
    }
    func missing(identity: IdentityCheck.Status?, version: String) -> [Step] {
        Step.allCases.filter { !isDone($0, identity: identity, version: version) }
    }

    /// The person changes a step. Throws 409 while somebody looks at the application, and when it is suspended.
    mutating func openStep() throws(Rejection) {
        guard let next = status.afterStep else { throw wrongState("Your application cannot be changed now.") }
        status = next
    }

    /// Checks in the order of the answers: state, completeness, an address that is the person's own.
    package mutating func submit(identity: IdentityCheck.Status?, version: String, hasVerifiedContact: Bool,
                                 at now: Timestamp) throws(Rejection) {
        guard let next = status.afterSubmission else { throw wrongState("Your application cannot be submitted now.") }
        let missing = missing(identity: identity, version: version)
        guard missing.isEmpty else {
            throw .conflict("application-incomplete", "Some steps of your application are not done yet.",
                            ["missing": .array(missing.map { .string($0.rawValue) })])
        }
        guard hasVerifiedContact else {
            throw .conflict("contact-not-verified", "Verify the email address or phone number of your account first.")
        }
        (status, submittedAt, decision) = (next, now, nil)
    }

    /// Throws 409 where the decision is impossible.
    package mutating func decide(_ decision: ApplicationDecision, because reason: ApplicationReason, message: String,
                         at now: Timestamp) throws(Rejection) {
        guard let next = status.after(decision) else { throw wrongState("This decision is not possible now.") }
        status = next
        if decision == .approve { approvedAt = now }
        if reason == .moderator, decision.needsModerator { needsModerator = true }
        self.decision = Decision(decision: decision, reason: reason, message: message, at: now)
    }

    /// The role was given or taken, or the account came with a state, without an application. Steps stay.
    package mutating func follow(_ new: ApplicationStatus, at now: Timestamp) {
        guard status != new else { return }
        // Only a moderator gives a suspended organizer the role back.
        if status == .suspended { needsModerator = true }
        (status, decision) = (new, nil)
        switch new {
        case .approved, .suspended: approvedAt = approvedAt ?? now
        case .inReview: submittedAt = submittedAt ?? now
        case .notStarted, .inProgress, .needsChanges, .rejected: (submittedAt, approvedAt) = (nil, nil)
        }
    }

    private func wrongState(_ sentence: String) -> Rejection {
        .conflict("application-state", sentence, ["currentStatus": .string(status.rawValue)])
    }
}
