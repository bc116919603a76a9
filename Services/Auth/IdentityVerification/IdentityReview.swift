import AuthKit
import AuthOrganizerApplication
import Contracts
import Kernel
import ServiceKit

/// Ends the check of a document, with everything that follows.
package struct IdentityReview {
    package let tx: AuthTransaction
    package init(tx: AuthTransaction) { self.tx = tx }

    /// The check was passed. Throws 409 where somebody else was verified with the same number.
    package func verify(_ check: IdentityCheck) throws {
        guard try !isTaken(check) else {
            throw Rejection.conflict("identity-in-use", "Somebody else was verified with this document.")
        }
        try end(check, .verified, reason: nil)
    }
    package func reject(_ check: IdentityCheck, reason: String) throws { try end(check, .rejected, reason: reason) }

    package func isTaken(_ check: IdentityCheck) throws -> Bool {
        try check.document.map { try tx.identityChecks.isVerified(digest: $0.digest) } ?? false
    }

    /// An account was imported with a result.
    package func follow(_ account: Account) throws {
        guard let settings = try IdentitySettings.of(tx.definition),
            let status = account.profile[settings.field]?.string.flatMap({ IdentityCheck.Status(rawValue: $0) }), status != .pending
        else { return }  // Without a document there is nothing to wait for.
        try tx.identityChecks.save(IdentityCheck(userID: account.id, status: status),
                                   cipher: tx.context.columnCipher(IdentityCheckStore.cipherUse))
    }

    private func end(_ before: IdentityCheck, _ status: IdentityCheck.Status, reason: String?) throws {
        guard let settings = try IdentitySettings.of(tx.definition), var account = try tx.accounts.find(before.userID) else { return }
        var check = before
        (check.status, check.reason) = (status, reason)
        try tx.identityChecks.update(check)
        tx.context.cancelTimer("identity:\(account.id)")
        account.profile[settings.field] = .string(status.rawValue)
        try tx.accounts.update(account)
        try tx.publish(IdentityDecided(userId: account.id, status: status.rawValue, reason: reason, decidedAt: tx.now))
        try ApplicationReview(tx: tx).identityWasDecided(status, of: account.id)
    }
}
