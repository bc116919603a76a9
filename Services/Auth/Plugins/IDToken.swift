import Crypto
import Foundation
import Kernel

/// What an ID token says about a person, once it is believed (OpenID Connect Core 1.0 §3.1.3.7).
public struct IDToken: Sendable {
    public let issuer: String
    /// Who it is at the issuer: with the issuer the key of the account. Never the e-mail address, which people change.
    public let subject: String
    public let email: String?
    public let emailVerified: Bool
    public let name: String?

    /// Clocks differ.
    static let leewaySeconds: Int64 = 60
    static let subjectCharactersMax = 255

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        /// Extensions that must be understood; none is.
        let crit: [String]?
    }
    private struct Claims: Decodable {
        let iss: String
        let sub: String
        let aud: Audience
        let azp: String?
        let exp: Double
        let iat: Double?
        let nbf: Double?
        let nonce: String?
        let email: String?
        let email_verified: Flag?
        let name: String?
    }
    /// One or many.
    private enum Audience: Decodable {
        case names([String])
        init(from decoder: any Decoder) throws {
            let box = try decoder.singleValueContainer()
            if let one = try? box.decode(String.self) { self = .names([one]) } else { self = .names(try box.decode([String].self)) }
        }
    }
    /// Apple writes booleans as text.
    private enum Flag: Decodable {
        case value(Bool)
        init(from decoder: any Decoder) throws {
            let box = try decoder.singleValueContainer()
            if let flag = try? box.decode(Bool.self) { self = .value(flag) } else { self = .value(try box.decode(String.self) == "true") }
        }
    }

    /// Nil when the token is not believed, for whatever reason: which one is nobody's business.
    /// - Parameters:
    ///   - nonce: what the app put into its request; a token that has one is refused without it.
    ///   - keys: the issuer's keys for a key id. Asked only for a token that is valid otherwise, so that made-up
    ///     tokens cause no requests.
    public init?(_ text: String, from provider: OpenIDProvider, nonce: String?, at now: Timestamp,
                 keys: (_ kid: String?) throws -> [PublicKeyJWK]) rethrows {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 16_384, parts.count == 3, let rawHeader = Base64URL.decode(parts[0]),
            let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let header = try? JSON.decode(Header.self, from: rawHeader), header.crit == nil,
            PublicKeyJWK.algorithms.contains(header.alg), let claims = try? JSON.decode(Claims.self, from: payload)
        else { return nil }
        guard Self.isFor(us: provider, claims), Self.isTimely(claims, at: now.secondsSinceEpoch), Self.hasNonce(claims, nonce),
            (1...Self.subjectCharactersMax).contains(claims.sub.count) else { return nil }
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        let candidates = try keys(header.kid).compactMap(\.verifier).filter { $0.algorithm == header.alg }
        guard candidates.contains(where: { $0.isValid(signature, for: signed) }) else { return nil }
        (issuer, subject, email, name) = (claims.iss, claims.sub, claims.email, claims.name)
        if case .value(let flag) = claims.email_verified { emailVerified = flag } else { emailVerified = false }
    }

    private static func isFor(us provider: OpenIDProvider, _ claims: Claims) -> Bool {
        guard case .names(let names) = claims.aud, provider.issuers.contains(claims.iss), names.contains(where: provider.audiences.contains)
        else { return false }
        // A token for several parties says which of them asked for it.
        if let azp = claims.azp { return provider.audiences.contains(azp) }
        return names.count == 1
    }
    private static func isTimely(_ claims: Claims, at now: Int64) -> Bool {
        let now = Double(now), leeway = Double(leewaySeconds)
        return claims.exp > now - leeway && (claims.iat ?? now) <= now + leeway && (claims.nbf ?? now) <= now + leeway
    }
    private static func hasNonce(_ claims: Claims, _ nonce: String?) -> Bool {
        guard let stated = claims.nonce else { return nonce == nil }
        guard let nonce else { return false }
        // Apps hand Apple the SHA-256 of their nonce and get that back.
        return stated == nonce || stated == Hex.encode(SHA256.hash(data: Data(nonce.utf8)))
    }
}
