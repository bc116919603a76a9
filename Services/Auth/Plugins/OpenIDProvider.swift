import Contracts
import Foundation
import Kernel

/// Somebody else who vouches for people: an issuer of OpenID Connect ID tokens, as the tenant describes it in
/// `settings.auth.identityProviders.<name>`.
public struct OpenIDProvider: Decodable, Sendable {
    /// Accepted values of `iss`, compared exactly.
    public let issuers: [String]
    /// Our client ids there: `aud` must name one.
    public let audiences: [String]
    /// Where the public signing keys of the issuer come from.
    public let source: KeySource

    public enum KeySource: Sendable {
        /// Written into the tenant's file.
        case inline([PublicKeyJWK])
        /// A JWK Set (RFC 7517 §5) at this address.
        case url(URL)
        /// The first issuer says where: `<issuer>/.well-known/openid-configuration` (OpenID Connect Discovery 1.0 §4).
        case discovery(issuer: String)
    }

    enum CodingKeys: String, CodingKey { case issuers, audiences, keys, keysURL }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        issuers = try box.decode([String].self, forKey: .issuers)
        audiences = try box.decode([String].self, forKey: .audiences)
        if let keys = try box.decodeIfPresent([PublicKeyJWK].self, forKey: .keys) {
            source = .inline(keys)
        } else if let text = try box.decodeIfPresent(String.self, forKey: .keysURL) {
            guard let url = URL(string: text), url.host != nil else {
                throw DecodingError.dataCorruptedError(forKey: .keysURL, in: box, debugDescription: "\(text) is not an address")
            }
            source = .url(url)
        } else {
            source = .discovery(issuer: issuers.first ?? "")
        }
    }

    /// The provider of a tenant by the name in the path. Throws 404 when the tenant has none of that name.
    package static func named(_ name: String, of definition: TenantDefinition) throws -> OpenIDProvider {
        guard let json = definition.settings["auth"]?["identityProviders"]?[name] else { throw Rejection.notFound }
        return try json.decoded()
    }

    /// What is wrong with a tenant's providers, as (dotted path, message).
    @Sendable package static func check(_ json: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        guard let providers = json["identityProviders"]?.object, !providers.isEmpty
        else { return [("identityProviders", "the plugin `oidc` needs at least one")] }
        return providers.sorted { $0.key < $1.key }.flatMap { name, json -> [(path: String, message: String)] in
            let path = "identityProviders.\(name)"
            guard let provider: OpenIDProvider = try? json.decoded()
            else {
                return [
                    (path, """
                        needs issuers, audiences and either keys (JWK) or keysURL; with neither, the first issuer is asked for its keys
                        """)]
            }
            var problems: [(path: String, message: String)] = []
            if provider.issuers.isEmpty { problems.append((path + ".issuers", "must name one")) }
            if provider.audiences.isEmpty { problems.append((path + ".audiences", "must name one")) }
            switch provider.source {
            case .inline(let keys):
                for key in keys where key.verifier == nil {
                    problems.append((path + ".keys", "\(key.kid ?? "a key") is no RSA (2048 bits or more), P-256 or Ed25519 public key"))
                }
            case .url(let url):
                if !IssuerKeys.mayAsk(url, sandbox: definition.sandbox) {
                    problems.append((path + ".keysURL", "must be https (http is for sandbox tenants)"))
                }
            case .discovery(let issuer):
                guard !issuer.isEmpty else { break }  // Named above already.
                if !(URL(string: issuer).map { IssuerKeys.mayAsk($0, sandbox: definition.sandbox) } ?? false) {
                    problems.append((path + ".issuers", "the first must be an https address, or keys or keysURL must be given"))
                }
            }
            return problems
        }
    }
}
