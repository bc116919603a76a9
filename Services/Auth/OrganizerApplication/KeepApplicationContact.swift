import AuthKit
import Contracts
import Kernel
import ServiceKit

/// The step `contact`: how people reach an organizer.
public struct KeepApplicationContact: Command {
    public static let type: MessageType = "auth.keep-application-contact.v1"
    package let email: String?
    package let phone: String?
    let publicContact: Bool?

    public func handle(in tx: AuthTransaction) throws -> ApplicationAnswer {
        var form = AccountForm(tx.definition)
        let address = form.email(email, required: true)
        let number = form.phone(phone, required: true, pattern: try tx.authSettings().phonePattern)
        try form.check.check()
        return try ApplicationStep(tx: tx).change { application, _ in
            application.contact = .init(email: address?.text ?? "", phone: number?.text ?? "", publicContact: publicContact ?? false)
        }
    }
}
