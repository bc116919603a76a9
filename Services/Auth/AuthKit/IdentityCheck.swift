import Kernel

/// The check of the document with which somebody proves who they are. Nobody has one until they send a document.
package struct IdentityCheck: Sendable, Equatable {
    package enum Status: String, Sendable, CaseIterable { case pending, verified, rejected }

    /// What is kept of a document. Its number is not: a keyed digest tells whether another account has the same.
    package struct Document: Sendable, Equatable {
        package let type: String
        package let last4: String
        /// HMAC of the number, base64url.
        package let digest: String
        package let fullName: String
        package init(type: String, last4: String, digest: String, fullName: String) {
            (self.type, self.last4, self.digest, self.fullName) = (type, last4, digest, fullName)
        }
    }

    package let userID: User.ID
    package var status: Status
    /// Nil: verified elsewhere, before the account was imported.
    package var document: Document?
    /// Why it was rejected.
    package var reason: String?
    /// Grows with each document: what was found out about an earlier one counts for nothing.
    package var attempt = 1

    package init(userID: User.ID, status: Status, document: Document? = nil) {
        (self.userID, self.status, self.document) = (userID, status, document)
    }

    /// Throws 409 where no document is wanted: while one is checked, and once the person is verified.
    package func requireOpen() throws(Rejection) {
        switch status {
        case .pending: throw .conflict("identity-pending", "Your document is being checked. We tell you when it is done.")
        case .verified: throw .conflict("already-verified", "Your identity is verified already.")
        case .rejected: return  // Another try.
        }
    }
    /// Throws 409 unless there is something to decide.
    package func requirePending() throws(Rejection) {
        switch status {
        case .pending: return
        case .verified, .rejected:
            throw .conflict("identity-state", "This identity is not waiting for a decision.", ["currentStatus": .string(status.rawValue)])
        }
    }
}

/// What the sandbox finds out about a document.
package enum IdentityFinding: String, Codable, Sendable {
    case genuine, mismatch
    /// A moderator must look at it.
    case unclear

    /// The last letter of the number decides, so that tests know the result. Where money is real, a moderator decides.
    package init(number: String, isSandbox: Bool) {
        self = !isSandbox || number.hasSuffix("Y") ? .unclear : number.hasSuffix("Z") ? .mismatch : .genuine
    }
}
