import AuthKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Somebody sends a document. Made by `PrepareIdentity`, which has opened it.
public struct SubmitIdentity: Command {
    public static let type: MessageType = "auth.submit-identity.v1"
    package let documentType: String
    package let last4: String
    package let digest: String
    package let fullName: SealedValue
    let finding: IdentityFinding

    public func handle(in tx: AuthTransaction) throws -> IdentityAnswer {
        guard let settings = try IdentitySettings.of(tx.definition) else { throw Rejection.notFound }
        var account = try tx.account()
        var check = IdentityCheck(userID: account.id, status: .pending)
        if let before = try tx.identityChecks.find(account.id) {
            try before.requireOpen()
            check.attempt = before.attempt + 1
        }
        check.document = IdentityCheck.Document(type: documentType, last4: last4, digest: digest,
                                                fullName: try tx.context.open(fullName).trimmed)
        try tx.identityChecks.save(check, cipher: tx.context.columnCipher(IdentityCheckStore.cipherUse))
        account.profile[settings.field] = .string(check.status.rawValue)
        try tx.accounts.update(account)
        switch finding {
        case .genuine, .mismatch:
            try tx.schedule("identity:\(account.id)", at: tx.now + .seconds(settings.checkSeconds),
                            ConcludeIdentityCheck(userId: account.id, attempt: check.attempt, finding: finding))
        case .unclear: break  // A moderator decides.
        }
        return IdentityAnswer(check)
    }
}
