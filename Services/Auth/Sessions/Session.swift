import AuthKit
import Kernel

/// A device that is signed in.
public struct Session: Hashable, Sendable {
    /// How it was opened. The wire names of `auth.session-started.v1`.
    public enum Method: String, Sendable, Codable { case password, otp, social, register }
    public enum Status: Hashable, Sendable {
        case open
        case ended(at: Timestamp, reason: EndReason)
    }
    /// The wire names of `auth.session-revoked.v1`.
    public enum EndReason: String, Sendable {
        case logout
        case passwordChanged = "password-changed"
        case refreshReuse = "refresh-reuse"
        case erased
        case endedByUser = "ended-by-user"
        case endedByAdministrator = "ended-by-administrator"
        case tooMany = "too-many-sessions"
    }

    public let id: String
    public let userID: User.ID
    public let method: Method
    /// What the device calls itself (`User-Agent`).
    public let device: String?
    public let createdAt: Timestamp
    public var lastUsedAt: Timestamp
    /// When it ends unless it is refreshed.
    public var expiresAt: Timestamp
    /// Number of the newest refresh token.
    public var generation: Int
    public var pushToken: String?
    public var status: Status

    /// What a refresh token of some generation may do now.
    public enum Refresh: Hashable, Sendable {
        /// The newest: the next pair is due.
        case rotate
        /// One behind: the client lost the answer and gets the current pair again.
        case repeatCurrent
        /// Older: somebody else has used it since.
        case reused
        case ended
        case expired
    }

    /// When it ends if nobody refreshes it from now on: after the quiet time, but never later than its longest life.
    public func expiry(usedAt now: Timestamp, _ settings: AuthSettings) -> Timestamp {
        min(now + .days(settings.sessionDays), createdAt + .days(settings.sessionDaysMax))
    }

    public func refresh(generation token: Int, at now: Timestamp) -> Refresh {
        switch status {
        case .ended: return .ended
        case .open:
            if now >= expiresAt { return .expired }
            if token == generation { return .rotate }
            return token == generation - 1 ? .repeatCurrent : .reused
        }
    }
}
