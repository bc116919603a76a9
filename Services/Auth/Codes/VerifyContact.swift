import AuthKit
import Contracts
import Kernel
import ServiceKit

/// The code came back (opened by `OpenContactCode`): the address it went to is the asker's.
public struct VerifyContact: Command {
    public static let type: MessageType = "auth.verify-contact.v1"
    package let contact: String
    /// HMAC of the code, base64url.
    package let proof: String

    public func handle(in tx: AuthTransaction) throws -> Verdict<AccountAnswer> {
        let contact = try OwnContact.named(contact)
        var account = try tx.account()
        guard let proof = Base64URL.decode(proof), let code = try tx.redeem(contact.purpose, subject: account.id.rawValue, proof: proof),
            let address = contact.address(of: account), address.lowercased() == code.address.lowercased()
        else { return .refused(.invalidCode) }
        switch contact {
        case .email: account.emailVerified = true
        case .phone: account.phoneVerified = true
        }
        try tx.accounts.update(account)
        try tx.publish(ContactVerified(userId: account.id, contact: contact.rawValue, address: address))
        return .granted(AccountAnswer(account, definition: tx.definition, now: tx.now))
    }
}
