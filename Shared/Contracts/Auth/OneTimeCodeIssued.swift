import Kernel

/// Somebody needs a code: `notifications` opens it and sends it. Nobody else can read it.
public struct OneTimeCodeIssued: DomainEvent, Equatable {
    public static let type: MessageType = "auth.otp-requested.v1"
    /// Nil: nobody has this number yet; the first sign-in makes the account.
    public let userId: User.ID?
    /// `sign-in`, `password-reset`, `verify-email`, `verify-phone`: which text goes with it.
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
    public init(userId: User.ID?, purpose: String, channel: String, to: String, locale: String?, expiresAt: Timestamp, sealed: SealedValue) {
        (self.userId, self.purpose, self.channel, self.to) = (userId, purpose, channel, to)
        (self.locale, self.expiresAt, self.sealed) = (locale, expiresAt, sealed)
    }
}

/// What is inside the sealed part.
public struct OneTimeCodeText: Codable, Sendable, Equatable {
    /// Six digits.
    public let code: String
    /// For a link that needs no typing: with it no identifier is asked for.
    public let token: String?
    public init(code: String, token: String?) { (self.code, self.token) = (code, token) }
}
