import AuthKit
import Kernel
import Messaging
import ServiceKit

/// Opens a sealed code; what goes on is an HMAC of it.
public struct OpenContactCode: Preprocessor {
    public static let type: MessageType = "auth.open-contact-code.v1"
    package let contact: String
    package let code: SealedValue?

    public func prepare(in context: PreprocessorContext) throws -> VerifyContact {
        guard let principal = context.principal else { throw Rejection.unauthenticated }
        let contact = try OwnContact.named(contact)
        var form = AccountForm(context.definition)
        let code = form.code(try code.map(context.open))
        try form.check.check()
        return VerifyContact(contact: contact.rawValue,
                             proof: context.proof(of: code ?? "", contact.purpose, subject: principal.userID.rawValue))
    }
}
