import AuthKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// Opens the number of a document. What goes on is its last characters, a keyed digest, and what the sandbox finds out about it.
public struct PrepareIdentity: Preprocessor {
    public static let type: MessageType = "auth.prepare-identity.v1"
    package let documentType: String?
    let documentNumber: SealedValue?
    package let fullName: SealedValue?

    public func prepare(in context: PreprocessorContext) throws -> SubmitIdentity {
        guard let settings = try IdentitySettings.of(context.definition) else { throw Rejection.notFound }
        var form = Validation()
        let kind = settings.documents.first { $0.type == documentType }
        if documentType == nil {
            form.fail("documentType", "is required")
        } else {
            form.require(kind != nil, "documentType", "must be one of \(settings.documents.map(\.type).joined(separator: ", "))")
        }
        let number = form.text("documentNumber", try documentNumber.map(context.open), 1...64)
        // Of a document that is not taken, a number that fits none of those that are is a fault of its own.
        let patterns = (kind.map { [$0] } ?? settings.documents).map(\.pattern)
        if let number, !patterns.contains(where: { (try? Regex($0).wholeMatch(in: number)) != nil }) {
            form.fail("documentNumber", "does not have the right form")
        }
        // Checked only: the name goes on sealed and is encrypted in its row.
        form.text("fullName", try fullName.map(context.open), AccountForm.nameCharacters)
        try form.check()
        guard let documentType, let number, let fullName else { throw Rejection.invalid(form.errors) }
        let digest = IdentityDigest.of(number, type: documentType, tenant: context.tenant, key: context.serviceKey(IdentityDigest.keyUse))
        return SubmitIdentity(documentType: documentType, last4: String(number.suffix(4)), digest: digest, fullName: fullName,
                              finding: IdentityFinding(number: number, isSandbox: context.definition.sandbox))
    }
}
