import AuthKit
import Kernel

/// An application as its person and moderators see it. Of an account number only the last digits are shown.
public struct ApplicationAnswer: Encodable, Sendable {
    package let application: OrganizerApplication
    private let missing: [OrganizerApplication.Step]

    /// - Parameter terms: the version in force.
    init(_ application: OrganizerApplication, identity: IdentityCheck.Status?, terms: String) {
        self.application = application
        missing = application.missing(identity: identity, version: terms)
    }

    private enum Key: String, CodingKey {
        case status, steps, missing, decision, submittedAt, approvedAt, profile, contact, payout, terms
    }
    private struct StepAnswer: Encodable { let key: String; let done: Bool }
    private struct DecisionAnswer: Encodable { let decision, reason, message: String; let at: Timestamp }
    private struct PayoutAnswer: Encodable {
        let type, last4: String
        let bankName: String?
        let accountName: String
    }
    private struct TermsAnswer: Encodable { let version: String; let acceptedAt: Timestamp }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(application.status.rawValue, forKey: .status)
        try box.encode(OrganizerApplication.Step.allCases.map { StepAnswer(key: $0.rawValue, done: !missing.contains($0)) }, forKey: .steps)
        try box.encode(missing.map(\.rawValue), forKey: .missing)
        try box.encodeIfPresent(application.decision.map {
            DecisionAnswer(decision: $0.decision.rawValue, reason: $0.reason.rawValue, message: $0.message, at: $0.at.wholeSeconds)
        }, forKey: .decision)
        try box.encodeIfPresent(application.submittedAt?.wholeSeconds, forKey: .submittedAt)
        try box.encodeIfPresent(application.approvedAt?.wholeSeconds, forKey: .approvedAt)
        try box.encodeIfPresent(application.profile, forKey: .profile)
        try box.encodeIfPresent(application.contact, forKey: .contact)
        try box.encodeIfPresent(application.payout.map {
            PayoutAnswer(type: $0.type, last4: $0.last4, bankName: $0.bankName, accountName: $0.accountName)
        }, forKey: .payout)
        try box.encodeIfPresent(application.terms.map {
            TermsAnswer(version: $0.version, acceptedAt: $0.acceptedAt.wholeSeconds)
        }, forKey: .terms)
    }
}

/// The same with whose it is.
public struct ListedApplication: Encodable, Sendable {
    /// What a moderator sees of the document.
    struct Identity: Encodable, Sendable {
        let status: String
        let documentType: String?
        let last4: String?
        let fullName: String?
        let reason: String?
    }
    private let answer: ApplicationAnswer
    private let userId: User.ID
    private let name: String
    private let identity: Identity?

    init(_ answer: ApplicationAnswer, _ account: Account, identity: IdentityCheck? = nil) {
        (self.answer, userId, name) = (answer, account.id, account.name)
        self.identity = identity.map {
            Identity(status: $0.status.rawValue, documentType: $0.document?.type, last4: $0.document?.last4,
                     fullName: $0.document?.fullName, reason: $0.reason)
        }
    }

    private enum Key: String, CodingKey { case userId, name, identity }
    public func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(userId, forKey: .userId)
        try box.encode(name, forKey: .name)
        try box.encodeIfPresent(identity, forKey: .identity)
    }
}
