import Contracts
import Kernel
import Synchronization

/// Why a request is not served as it is, in our words. A tenant may give each its own slug.
package enum EdgeCondition: String, Sendable {
    case unauthenticated
    case badToken = "bad-token"
    case expiredToken = "expired-token"
    case revokedToken = "revoked-token"
    case missingRole = "missing-role"
    case missingPermission = "missing-permission"

    /// The slug of the contract (common §7).
    package var slug: String {
        switch self {
        case .unauthenticated, .badToken: "unauthenticated"
        case .expiredToken: "token-expired"
        case .revokedToken: "session-revoked"
        case .missingRole, .missingPermission: "forbidden"
        }
    }
}

/// A token that was good when it was checked, ready to be written into messages.
package final class VerifiedToken: Sendable {
    package let claims: AccessClaims
    package let userID: [UInt8]
    package let roles: [UInt8]
    package let sessionID: [UInt8]
    /// The token's `profile`, as JSON; it goes with the message as the attribute `profile`.
    package let profile: String?

    package init(_ claims: AccessClaims) {
        self.claims = claims
        (userID, sessionID) = (Array(claims.sub.utf8), Array(claims.sid.utf8))
        roles = Array(claims.roles.joined(separator: ",").utf8)
        profile = claims.profile.flatMap { try? JSON.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Parameter now: the tenant's time.
    func hasExpired(at now: Timestamp) -> Bool { now.secondsSinceEpoch >= claims.exp }
}

/// Checks access tokens alone: signature (Ed25519), expiry on the tenant's clock, tenant, revocation. Remembers tokens it has checked,
/// so that a request costs a look-up and not a signature check.
package final class TokenVerifier: Sendable {
    package static let keyUse = "access-token"
    package static let issuingService: ServiceName = "auth"
    /// The `iss` of access tokens.
    package static let issuer = "souk-auth"
    package static let tokensMax = 20_000
    package static let tokenBytesMax = 4096
    /// A revoked session is remembered longer than any of its tokens lives. The log's time counts, because tenants'
    /// clocks differ.
    package static let revocationKept: Duration = .hours(24)
    package static let revocationsMax = 200_000

    private struct State {
        var keys: [String: [UInt8]] = [:]
        var checked: [String: VerifiedToken] = [:]
        var revoked: [String: Timestamp] = [:]
        var roles: [Person: Standing] = [:]
    }
    private struct Person: Hashable {
        let tenant: TenantID
        let user: String
    }
    /// The roles of a person since an instant.
    private struct Standing {
        let roles: Set<String>
        let since: Timestamp
        /// When the broker appended the event.
        let recorded: Timestamp
    }
    private let state = Mutex(State())
    private let keyCount = Atomic<Int>(0)
    package init() {}

    package var hasKeys: Bool { keyCount.load(ordering: .relaxed) > 0 }
    package func learn(kid: String, _ key: [UInt8]) {
        state.withLock { state in
            guard state.keys[kid] != key else { return }
            state.keys[kid] = key
            state.checked.removeAll()
            keyCount.store(state.keys.count, ordering: .relaxed)
        }
    }
    package func forget(kid: String) {
        state.withLock { state in
            if state.keys.removeValue(forKey: kid) != nil { state.checked.removeAll() }
            keyCount.store(state.keys.count, ordering: .relaxed)
        }
    }
    /// - Parameter time: when the broker appended the event.
    package func revoke(sid: String, at time: Timestamp) {
        state.withLock { state in
            state.revoked[sid] = time
            guard state.revoked.count > Self.revocationsMax, let newest = state.revoked.values.max() else { return }
            state.revoked = state.revoked.filter { $0.value > newest - Self.revocationKept }
        }
    }

    /// From now on an earlier token counts only for roles in this list.
    /// - Parameters:
    ///   - time: on the tenant's clock, as in its tokens.
    ///   - recorded: when the broker appended the event.
    package func learn(roles: [String], of user: String, in tenant: TenantID, at time: Timestamp, recorded: Timestamp) {
        let person = Person(tenant: tenant, user: user)
        state.withLock { state in
            if let known = state.roles[person], known.since > time { return }
            state.roles[person] = Standing(roles: Set(roles), since: time, recorded: recorded)
            guard state.roles.count > Self.revocationsMax, let newest = state.roles.values.map(\.recorded).max() else { return }
            state.roles = state.roles.filter { $0.value.recorded > newest - Self.revocationKept }
        }
    }

    package enum Verdict {
        case good(VerifiedToken)
        case bad(EdgeCondition)
    }

    /// - Parameter now: the tenant's time.
    package func verify(_ token: String, tenant: TenantID, now: Timestamp) -> Verdict {
        guard token.utf8.count <= Self.tokenBytesMax else { return .bad(.badToken) }
        let known = state.withLock { state in state.checked[token].map { (token: $0, isRevoked: state.revoked[$0.claims.sid] != nil) } }
        guard let verified = known?.token ?? check(token) else { return .bad(.badToken) }
        guard verified.claims.tid == tenant else { return .bad(.badToken) }
        guard now.secondsSinceEpoch >= verified.claims.nbf ?? .min else { return .bad(.badToken) }
        guard !verified.hasExpired(at: now) else { return .bad(.expiredToken) }
        guard !(known?.isRevoked ?? isRevoked(verified.claims.sid)) else { return .bad(.revokedToken) }
        return .good(withoutEndedRoles(verified))
    }

    private func withoutEndedRoles(_ verified: VerifiedToken) -> VerifiedToken {
        let claims = verified.claims
        let standing = state.withLock { $0.roles.isEmpty ? nil : $0.roles[Person(tenant: claims.tid, user: claims.sub)] }
        // A token of the same second may be older than the change; a newer token contains no role that was taken away.
        guard let standing, standing.since.secondsSinceEpoch >= claims.iat, !standing.roles.isSuperset(of: claims.roles) else {
            return verified
        }
        return VerifiedToken(claims.with(roles: claims.roles.filter(standing.roles.contains)))
    }

    package func isRevoked(_ sid: String) -> Bool { state.withLock { $0.revoked[sid] != nil } }

    private func check(_ token: String) -> VerifiedToken? {
        let keys = state.withLock { $0.keys }
        guard let payload = try? CompactJWS.verify(token, typ: "JWT", key: { keys[$0] }),
            let claims = try? JSON.decode(AccessClaims.self, from: payload), claims.iss == Self.issuer
        else { return nil }
        // What a message carries must survive its way through headers.
        guard Self.isSane(claims.sub), Self.isSane(claims.sid), claims.roles.allSatisfy({ Self.isSane($0) && !$0.contains(",") }) else {
            return nil
        }
        let verified = VerifiedToken(claims)
        state.withLock { state in
            if state.checked.count >= Self.tokensMax { state.checked.removeAll(keepingCapacity: true) }
            state.checked[token] = verified
        }
        return verified
    }
    private static func isSane(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
    }
}
