import AuthKit
import AuthOrganizerApplication
import Contracts
import Kernel
import ServiceKit

/// A moderator decides what the check could not.
public struct DecideIdentity: Command {
    public static let type: MessageType = "auth.decide-identity.v1"
    package enum Decision: String, Codable, Sendable, CaseIterable { case verify, reject }
    package let userId: User.ID
    package let decision: Decision
    package let reason: String?

    public func handle(in tx: AuthTransaction) throws -> DecidedIdentity {
        let moderator = try tx.require(permission: ApplicationReview.permission)
        var form = Validation()
        let text = form.text("reason", reason, ApplicationReview.reasonCharacters, required: decision == .reject, multiline: true)
        try form.check()
        guard let account = try tx.accounts.find(userId) else { throw Rejection.notFound }
        // A verified identity may approve an application, which gives a role.
        guard account.id != moderator.id else {
            throw Rejection.conflict("own-roles", "You can't change your own roles. Ask somebody else who may.")
        }
        guard let check = try tx.identityChecks.find(userId) else {
            throw Rejection.conflict("identity-state", "This person has sent no document.", ["currentStatus": "unverified"])
        }
        try check.requirePending()
        switch decision {
        case .verify:
            try IdentityReview(tx: tx).verify(check)
            return DecidedIdentity(userId: userId, status: IdentityCheck.Status.verified.rawValue, reason: nil)
        case .reject:
            try IdentityReview(tx: tx).reject(check, reason: text ?? "")
            return DecidedIdentity(userId: userId, status: IdentityCheck.Status.rejected.rawValue, reason: text)
        }
    }
}

public struct DecidedIdentity: Encodable, Sendable {
    package let userId: User.ID
    package let status: String
    package let reason: String?
}
