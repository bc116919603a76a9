import Kernel

/// A one-time code to send. Only `notifications` can open it.
public struct OneTimeCodeIssued: DomainEvent, Equatable {
    public static let type: MessageType = "auth.otp-requested.v1"
    /// Nil: the number has no account yet; the first sign-in creates it.
    public let userId: User.ID?
    /// `sign-in`, `password-reset`, `verify-email`, `verify-phone`: selects the text.
    public let purpose: String
    /// `sms` or `email`.
    public let channel: String
    /// The number or address it goes to.
    public let to: String
    public let locale: String?
    public let expiresAt: Timestamp
    /// A `OneTimeCodeText`, as JSON.
    public let sealed: SealedValue
    public var subject: String { "codes/\(purpose)" }
    public init(userId: User.ID?, purpose: String, channel: String, to: String, locale: String?, expiresAt: Timestamp,
                sealed: SealedValue) {
        (self.userId, self.purpose, self.channel, self.to) = (userId, purpose, channel, to)
        (self.locale, self.expiresAt, self.sealed) = (locale, expiresAt, sealed)
    }
}

/// The content of the sealed part.
public struct OneTimeCodeText: Codable, Sendable, Equatable {
    /// Six digits.
    public let code: String
    /// For a link that needs no typing: with it no identifier is asked for.
    public let token: String?
    public init(code: String, token: String?) { (self.code, self.token) = (code, token) }
}
