import Kernel

/// A public signing key of a service, on `platform.keys` under its key id. Ed25519.
public struct PublishedKey: Message, Equatable {
    public static let type: MessageType = "platform.key.v1"
    public let kid: String
    public let service: ServiceName
    /// Its use: `access-token`, `ticket`.
    public let use: String
    /// 32 bytes, base64url: the `x` of its JWK (RFC 8037).
    public let x: String
    public init(kid: String, service: ServiceName, use: String, x: String) {
        (self.kid, self.service, self.use, self.x) = (kid, service, use, x)
    }

    /// The id of the key a service signs with for a use. Generations count from 1 and grow when keys are rotated.
    public static func kid(service: ServiceName, use: String, generation: Int = 1) -> String { "\(service)-\(use)-\(generation)" }
}

/// The claims of an access token, issued by `auth`, verified by the gateway alone. JWS `typ` is `JWT`, key use is `access-token`.
public struct AccessClaims: Codable, Sendable, Equatable {
    public let iss: String
    /// The user.
    public let sub: String
    /// The tenant.
    public let tid: TenantID
    /// The session.
    public let sid: String
    public let roles: [String]
    /// Seconds since 1970 on the tenant's clock.
    public let iat: Int64
    public let exp: Int64
    /// Profile fields that the tenant allows in tokens, for services that must answer before they have received the account.
    public let profile: [String: String]?
    /// Not good before; nil: at once.
    public let nbf: Int64?
    public init(iss: String, sub: String, tid: TenantID, sid: String, roles: [String], iat: Int64, exp: Int64,
                profile: [String: String]? = nil, nbf: Int64? = nil) {
        (self.profile, self.nbf) = (profile, nbf)
        (self.iss, self.sub, self.tid, self.sid, self.roles, self.iat, self.exp) = (iss, sub, tid, sid, roles, iat, exp)
    }

    public func with(roles: [String]) -> AccessClaims {
        AccessClaims(iss: iss, sub: sub, tid: tid, sid: sid, roles: roles, iat: iat, exp: exp, profile: profile, nbf: nbf)
    }
}
