import Kernel

/// What somebody typed to say who they are: an e-mail address, a phone number, or something that is neither and belongs to nobody.
public enum SignInIdentifier: Hashable, Sendable {
    case email(EmailAddress)
    case phone(PhoneNumber)
    case unknown(String)

    public init(typed: String, phonePrefix: String) {
        if typed.contains("@") {
            self = EmailAddress(typed).map(Self.email) ?? .unknown(typed)
        } else {
            self = PhoneNumber(typed, prefix: phonePrefix).map(Self.phone) ?? .unknown(typed)
        }
    }

    /// What attempts are counted under. Known and unknown identifiers count alike, so counting tells nobody who has an account.
    public var key: String {
        switch self {
        case .email(let address): "email:" + address.folded
        case .phone(let number): "phone:" + number.text
        case .unknown(let text): "unknown:" + text.trimmed.lowercased().prefix(254)
        }
    }
}

/// Which of `email`, `phone` and `login` somebody filled in. A form sends all of its fields, so an empty one is as none.
package struct TypedIdentifier {
    /// The field that errors belong to.
    package let field: String
    package let text: String?

    package init(email: String?, phone: String?, login: String?) {
        let fields = [("email", email), ("phone", phone), ("login", login)]
        let used = fields.first { $0.1?.hasVisibleCharacter ?? false } ?? fields.first { $0.1 != nil }
        (field, text) = (used?.0 ?? "email", used?.1)
    }
}
