import AuthKit
import Kernel
import ServiceKit

/// A number or an address that people say is theirs, proved by a code that is sent there.
public enum OwnContact: String, Sendable {
    case email, phone

    /// Throws 404 for anything else in the path.
    static func named(_ text: String) throws -> OwnContact {
        guard let contact = OwnContact(rawValue: text) else { throw Rejection.notFound }
        return contact
    }
    var purpose: OneTimeCode.Purpose {
        switch self {
        case .email: .verifyEmail
        case .phone: .verifyPhone
        }
    }
    func address(of account: Account) -> String? {
        switch self {
        case .email: account.email
        case .phone: account.phone
        }
    }
    func isVerified(of account: Account) -> Bool {
        switch self {
        case .email: account.emailVerified
        case .phone: account.phoneVerified
        }
    }
}

/// Sends a code to the number or address in the asker's profile.
public struct RequestContactCode: Command {
    public static let type: MessageType = "auth.request-contact-code.v1"
    package let contact: String

    public func handle(in tx: AuthTransaction) throws -> Answer<Accepted> {
        let contact = try OwnContact.named(contact)
        let account = try tx.account()
        guard let address = contact.address(of: account) else { throw Rejection.invalid([contact.rawValue: ["is not in your profile"]]) }
        guard !contact.isVerified(of: account) else { throw Rejection.conflict("already-verified", "This is verified already.") }
        try tx.countCodeRequest(contact.purpose, account.id.rawValue)
        try tx.issueCode(contact.purpose, subject: account.id.rawValue, by: contact == .email ? .email : .sms, to: address, for: account)
        return Answer(Accepted(), status: 202)
    }
}
