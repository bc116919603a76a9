import Contracts
import Kernel
import Messaging
import ServiceKit

/// The one place every sign-in passes, whatever proves it: it counts tries, imposes waits and opens sessions.
struct SignInGate {
    let tx: AuthTransaction

    /// Judges a try for an identifier. `proof` answers the account when the try is right; it runs only when the identifier may try now.
    func admit(_ identifier: String, by method: Session.Method, pushToken: String?,
               proof: () throws -> Account?) throws -> Verdict<SignedIn> {
        switch try judge(identifier, proof) {
        case .refused(let rejection): return .refused(rejection)
        case .passed(let account):
            return .granted(try tx.openSession(for: account, by: method, pushToken: pushToken), secret: true)
        }
    }

    /// Refuses an attempt without a comparison, because the identifier was locked when it arrived. It extends the lock
    /// but does not count as a failure.
    func refuseUnjudged(_ identifier: String) throws -> Rejection {
        let rule = try tx.authSettings().lockout
        var lockout = try tx.attempts.lockout(of: identifier)
        // The lock may have ended since the preprocessor ran; the next attempt is compared.
        guard let wait = lockout.refuse(at: tx.now, rule) else { return .tooManyRequests(wait: .seconds(1)) }
        try tx.attempts.update(lockout, of: identifier, at: tx.now, rule)
        return .tooManyRequests(wait: wait)
    }

    enum Judgement {
        case passed(Account)
        case refused(Rejection)
    }

    /// The same counting where no session follows (the current password, asked again).
    func judge(_ identifier: String, _ proof: () throws -> Account?) throws -> Judgement {
        let rule = try tx.authSettings().lockout
        var lockout = try tx.attempts.lockout(of: identifier)
        if let wait = lockout.refuse(at: tx.now, rule) {
            try tx.attempts.update(lockout, of: identifier, at: tx.now, rule)
            return .refused(.tooManyRequests(wait: wait))
        }
        guard let account = try proof() else {
            lockout.fail(at: tx.now, rule)
            try tx.attempts.update(lockout, of: identifier, at: tx.now, rule)
            return .refused(.invalidCredentials)
        }
        try tx.attempts.clear(identifier)
        return .passed(account)
    }
}

extension AuthTransaction {
    static let accessTokenUse = "access-token"
    static let refreshTokenUse = "refresh-token"
    static let pushTokenCharacters = 1...4096
    static let deviceCharactersMax = 200

    /// A new session of the account, with its first tokens. Ends the oldest one when the person has too many.
    func openSession(for account: Account, by method: Session.Method, pushToken: String?) throws -> SignedIn {
        let settings = try authSettings()
        let open = try sessions.open(of: account.id)
        for session in open.dropLast(max(0, settings.sessionsPerUserMax - 1)) { try end(session, because: .tooMany) }
        let device = context.envelope.attributes["user-agent"].map { String($0.trimmed.prefix(Self.deviceCharactersMax)) }
        var session = Session(id: context.newID(), userID: account.id, method: method, device: device, createdAt: now, lastUsedAt: now,
                              expiresAt: now + .days(settings.sessionDays), generation: 1, pushToken: nil, status: .open)
        try sessions.insert(session)
        if let pushToken, Self.pushTokenCharacters.contains(pushToken.count) { try move(pushToken: pushToken, to: &session) }
        // Ended and expired ones are kept for one more lifetime, so that their tokens are refused by name.
        try sessions.pruneExpired(before: now - .days(settings.sessionDays))
        try publish(SessionStarted(sessionId: session.id, userId: account.id, method: method.rawValue))
        let tokens = try tokens(of: session, for: account, settings)
        let user = AccountAnswer(account, definition: definition, now: now)
        return SignedIn(user: user, token: tokens.token, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
    }

    /// The pair of tokens the session has now.
    func tokens(of session: Session, for account: Account, _ settings: AuthSettings) throws -> TokenPair {
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
    func end(_ session: Session, because reason: Session.EndReason) throws {
        var ended = session
        ended.status = .ended(at: now, reason: reason)
        ended.pushToken = nil
        try sessions.update(ended)
        if session.pushToken != nil { try publish(PushTokenChanged(sessionId: session.id, userId: session.userID, pushToken: nil)) }
        try publish(SessionRevoked(sessionId: session.id, userId: session.userID, reason: reason.rawValue))
    }

    /// Gives the device's token to this session; whoever had it before loses it.
    func move(pushToken: String, to session: inout Session) throws {
        if let previous = try sessions.release(pushToken: pushToken), previous.id != session.id {
            try publish(PushTokenChanged(sessionId: previous.id, userId: previous.userID, pushToken: nil))
        }
        session.pushToken = pushToken
        try sessions.update(session)
        try publish(PushTokenChanged(sessionId: session.id, userId: session.userID, pushToken: pushToken))
    }
}

public struct TokenPair: Encodable, Sendable {
    let token: String
    let refreshToken: String
    /// Seconds until `token` ends.
    let expiresIn: Int
}

public struct SignedIn: Encodable, Sendable {
    let user: AccountAnswer
    let token: String
    let refreshToken: String
    let expiresIn: Int
}
