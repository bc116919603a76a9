import AuthKit
import Contracts
import Kernel
import Messaging
import ServiceKit

extension AuthTransaction {
    package static let accessTokenUse = "access-token"
    static let refreshTokenUse = "refresh-token"
    package static let pushTokenCharacters = 1...4096
    static let deviceCharactersMax = 200

    /// A new session of the account, with its first tokens. Ends the oldest one when the person has too many.
    package func openSession(for account: Account, by method: Session.Method, pushToken: String?) throws -> SignedIn {
        let settings = try authSettings()
        let open = try sessions.open(of: account.id)
        for session in open.dropLast(max(0, settings.sessionsPerUserMax - 1)) { try end(session, because: .tooMany) }
        let device = context.envelope.attributes["user-agent"].map { String($0.trimmed.prefix(Self.deviceCharactersMax)) }
        var session = Session(id: context.newID(), userID: account.id, method: method, device: device, createdAt: now, lastUsedAt: now,
                              expiresAt: now + .days(settings.sessionDays), generation: 1, pushToken: nil, status: .open)
        try sessions.insert(session)
        if let pushToken, Self.pushTokenCharacters.contains(pushToken.count) { try move(pushToken: pushToken, to: &session) }
        // Ended and expired ones are kept for one more lifetime, so that their tokens are refused by name.
        for device in try sessions.pruneExpired(before: now - .days(settings.sessionDays)) {
            try publish(PushTokenChanged(sessionId: device.session, userId: device.user, pushToken: nil))
        }
        try publish(SessionStarted(sessionId: session.id, userId: account.id, method: method.rawValue))
        let tokens = try tokens(of: session, for: account, settings)
        let user = AccountAnswer(account, definition: definition, now: now)
        return SignedIn(user: user, token: tokens.token, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
    }

    /// The pair of tokens the session has now. An answer with it goes with the account: guests ask for most of them.
    package func tokens(of session: Session, for account: Account, _ settings: AuthSettings) throws -> TokenPair {
        context.answerIsAbout(account.id)
        let issued = now.secondsSinceEpoch
        let claims = AccessClaims(iss: "souk-auth", sub: account.id.rawValue, tid: tenant, sid: session.id, roles: account.roles,
                                  iat: issued, exp: issued + Int64(settings.accessTokenSeconds), profile: profile(of: account, settings))
        let key = try context.signingKey(Self.accessTokenUse)
        let access = try CompactJWS.sign(try JSON.encode(claims), typ: "JWT", kid: key.kid, seed: key.seed)
        let refresh = RefreshToken(sessionID: session.id, generation: session.generation)
            .text(tenant: tenant, key: context.serviceKey(Self.refreshTokenUse))
        return TokenPair(token: access, refreshToken: refresh, expiresIn: settings.accessTokenSeconds)
    }

    /// What the token says of its bearer, where the tenant wants it to.
    private func profile(of account: Account, _ settings: AuthSettings) -> [String: String]? {
        let pairs = settings.tokenProfile.compactMap { name in TokenProfile.text(name, of: account).map { (name, $0) } }
        return pairs.isEmpty ? nil : Dictionary(pairs) { first, _ in first }
    }

    /// Ends an open session: the gateway stops its access tokens when it hears of it.
    package func end(_ session: Session, because reason: Session.EndReason) throws {
        var ended = session
        ended.status = .ended(at: now, reason: reason)
        ended.pushToken = nil
        try sessions.update(ended)
        if session.pushToken != nil { try publish(PushTokenChanged(sessionId: session.id, userId: session.userID, pushToken: nil)) }
        try publish(SessionRevoked(sessionId: session.id, userId: session.userID, reason: reason.rawValue))
    }

    /// Gives the device's token to this session; the one that had it loses it. In this order, so that somebody who signs in again on
    /// their device is reached at every moment.
    func move(pushToken: String, to session: inout Session) throws {
        let previous = try sessions.release(pushToken: pushToken)
        session.pushToken = pushToken
        try sessions.update(session)
        try publish(PushTokenChanged(sessionId: session.id, userId: session.userID, pushToken: pushToken))
        if let previous, previous.id != session.id {
            try publish(PushTokenChanged(sessionId: previous.id, userId: previous.userID, pushToken: nil))
        }
    }

    /// Other devices sign in again with the new password.
    package func passwordWasChanged(of account: Account, keeping current: String?) throws {
        try publish(PasswordChanged(userId: account.id))
        for session in try sessions.open(of: account.id) where session.id != current { try end(session, because: .passwordChanged) }
    }
}

public struct TokenPair: Encodable, Sendable {
    package let token: String
    package let refreshToken: String
    /// Seconds until `token` ends.
    let expiresIn: Int
}

public struct SignedIn: Encodable, Sendable {
    package let user: AccountAnswer
    package let token: String
    package let refreshToken: String
    let expiresIn: Int
}
