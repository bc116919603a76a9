import AuthKit
import Kernel
import ServiceKit

/// Sends a code to a phone. The answer is the same whether or not somebody has that number.
public struct RequestSignInCode: Command {
    public static let type: MessageType = "auth.request-sign-in-code.v1"
    package let phone: String

    public func handle(in tx: AuthTransaction) throws -> Answer<Accepted> {
        guard let number = PhoneNumber(phone, prefix: tx.definition.phonePrefix) else {
            throw Rejection.invalid(["phone": ["is not a telephone number"]])
        }
        let subject = SignInIdentifier.phone(number).key
        try tx.countCodeRequest(.signIn, subject)
        let account = try tx.accounts.find(phone: number)
        try tx.issueCode(.signIn, subject: subject, by: .sms, to: number.text, for: account,
                         isDelivered: try account != nil || tx.authSettings().oneTimeCodes.createsAccounts)
        return Answer(Accepted(), status: 202)
    }
}

/// `{}`: it was taken, and more is not said.
public struct Accepted: Encodable, Sendable {}
