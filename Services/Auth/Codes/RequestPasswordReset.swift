import AuthKit
import Kernel
import ServiceKit

/// Sends a code for a new password. The answer is the same whether or not somebody has that address.
public struct RequestPasswordReset: Command {
    public static let type: MessageType = "auth.request-password-reset.v1"
    package let email: String?
    package let phone: String?
    package let login: String?

    public func handle(in tx: AuthTransaction) throws -> Answer<Accepted> {
        var check = Validation()
        let sent = TypedIdentifier(email: email, phone: phone, login: login)
        let typed = check.text(sent.field, sent.text, 1...254)
        try check.check()
        let identifier = SignInIdentifier(typed: typed ?? "", phonePrefix: tx.definition.phonePrefix)
        try tx.countCodeRequest(.passwordReset, identifier.key)
        let account = try tx.accounts.find(identifier)
        switch identifier {
        // The code goes to the address on file: a guest who types it in capitals may have typed another mailbox.
        case .email(let address):
            try tx.issueCode(.passwordReset, subject: identifier.key, by: .email, to: account?.email ?? address.text, for: account,
                             withLink: true, isDelivered: account != nil)
        case .phone(let number):
            try tx.issueCode(.passwordReset, subject: identifier.key, by: .sms, to: number.text, for: account, isDelivered: account != nil)
        case .unknown: break  // No address anybody could have.
        }
        return Answer(Accepted(), status: 202)
    }
}
