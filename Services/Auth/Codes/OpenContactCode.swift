import Kernel
import Messaging
import ServiceKit

/// Opens a sealed code; what goes on is an HMAC of it.
public struct OpenContactCode: Intake {
    public static let type: MessageType = "auth.open-contact-code.v1"
    let contact: String
    let code: SealedValue?

    public func prepare(in intake: IntakeContext) throws -> VerifyContact {
        guard let principal = intake.principal else { throw Rejection.unauthenticated }
        let contact = try OwnContact.named(contact)
        var form = AccountForm(intake.definition)
        let code = form.code(try code.map(intake.open))
        try form.check.check()
        return VerifyContact(contact: contact.rawValue, proof: intake.proof(of: code ?? "", contact.purpose, subject: principal.userID.rawValue))
    }
}
