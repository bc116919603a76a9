import Kernel

/// Where an application is. The raw values are the app's words in `user` and in lists.
package enum ApplicationStatus: String, Sendable, CaseIterable {
    case notStarted = "not-started"
    case inProgress = "in-progress"
    case inReview = "in-review"
    case needsChanges = "needs-changes"
    case approved, rejected, suspended

    /// After one of the person's steps. Nil: the steps are closed.
    var afterStep: ApplicationStatus? {
        switch self {
        case .notStarted: .inProgress
        // After the approval a step changes what is shown or where the money goes, at once.
        case .inProgress, .needsChanges, .rejected, .approved: self
        case .inReview, .suspended: nil
        }
    }
    /// Nil: it cannot be submitted (again).
    var afterSubmission: ApplicationStatus? {
        switch self {
        case .notStarted, .inProgress, .needsChanges, .rejected: .inReview
        case .inReview, .approved, .suspended: nil
        }
    }
    package func after(_ decision: ApplicationDecision) -> ApplicationStatus? {
        switch (self, decision) {
        case (.inReview, .approve): .approved
        case (.inReview, .reject): .rejected
        case (.inReview, .requestChanges): .needsChanges
        case (.approved, .suspend): .suspended
        case (.suspended, .reinstate): .approved
        case (.notStarted, _), (.inProgress, _), (.inReview, _), (.needsChanges, _), (.approved, _), (.rejected, _), (.suspended, _): nil
        }
    }
    /// Whether the person has the role.
    package var isGranted: Bool {
        switch self {
        case .approved, .suspended: true
        case .notStarted, .inProgress, .inReview, .needsChanges, .rejected: false
        }
    }
}

package enum ApplicationDecision: String, Codable, Sendable, CaseIterable {
    case approve, reject
    case requestChanges = "request-changes"
    case suspend, reinstate

    /// After it no later application is approved without a moderator.
    var needsModerator: Bool {
        switch self {
        case .reject, .requestChanges: true
        case .approve, .suspend, .reinstate: false
        }
    }
}

/// Why a decision was made.
package enum ApplicationReason: String, Codable, Sendable {
    case identityVerified = "identity-verified"
    case identityRejected = "identity-rejected"
    case moderator
}
