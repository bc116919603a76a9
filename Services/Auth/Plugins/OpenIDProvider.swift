import Contracts
import Kernel

/// Somebody else who vouches for people: an issuer of OpenID Connect ID tokens, as the tenant describes it in `settings.auth.identityProviders.<name>`.
public struct OpenIDProvider: Decodable, Sendable {
    /// Accepted values of `iss`, compared exactly.
    public let issuers: [String]
    /// Our client ids there: `aud` must name one.
    public let audiences: [String]
    /// Public signing keys of the issuer.
    public let keys: [PublicKeyJWK]

    /// The provider of a tenant by the name in the path. Throws 404 when the tenant has none of that name.
    static func named(_ name: String, of definition: TenantDefinition) throws -> OpenIDProvider {
        guard let json = definition.settings["auth"]?["identityProviders"]?[name] else { throw Rejection.notFound }
        return try json.decoded()
    }

    /// What is wrong with a tenant's providers, as (dotted path, message).
    @Sendable static func check(_ json: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        guard let providers = json["identityProviders"]?.object, !providers.isEmpty
        else { return [("identityProviders", "the plugin `oidc` needs at least one")] }
        return providers.sorted { $0.key < $1.key }.flatMap { name, json -> [(path: String, message: String)] in
            let path = "identityProviders.\(name)"
            guard let provider: OpenIDProvider = try? json.decoded() else { return [(path, "needs issuers, audiences and keys (JWK)")] }
            var problems: [(path: String, message: String)] = []
            if provider.issuers.isEmpty { problems.append((path + ".issuers", "must name one")) }
            if provider.audiences.isEmpty { problems.append((path + ".audiences", "must name one")) }
            for key in provider.keys where key.verifier == nil {
                problems.append((path + ".keys", "\(key.kid ?? "a key") is no RSA (2048 bits or more), P-256 or Ed25519 public key"))
            }
            return problems
        }
    }
}
