import Crypto
import FoundationEssentials

/// JWS compact serialization (RFC 7515) with EdDSA over Ed25519 (RFC 8037), the only algorithm the platform signs or accepts.
public enum CompactJWS {
    public struct Header: Codable, Sendable, Equatable {
        public let alg: String
        public let typ: String
        public let kid: String
    }
    public enum Invalid: Error, Sendable, Equatable {
        /// Not three base64url parts, or a header that is not written as `sign` writes it.
        case malformed
        /// `alg` is not `EdDSA` (`none` included), or `typ` is another kind of token.
        case algorithm
        case unknownKey
        case signature
    }

    /// Signs the payload. The same input gives the same text: Ed25519 is deterministic (RFC 8032) in this
    /// implementation, replay relies on it.
    public static func sign(_ payload: [UInt8], typ: String, kid: String, seed: [UInt8]) throws -> String {
        let header = try JSON.encode(Header(alg: "EdDSA", typ: typ, kid: kid))
        let input = Base64URL.encode(header) + "." + Base64URL.encode(payload)
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        return input + "." + Base64URL.encode(try key.signature(for: Data(input.utf8)))
    }

    /// The payload of a token with a good signature. `key` answers the public key (32 bytes) of a key id, or nil.
    public static func verify(_ token: String, typ: String, key: (String) -> [UInt8]?) throws(Invalid) -> [UInt8] {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let rawHeader = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), signature.count == 64,
            let header = try? JSON.decode(Header.self, from: rawHeader)
        else { throw .malformed }
        guard header.alg == "EdDSA", header.typ == typ else { throw .algorithm }
        // Only we sign these. Whatever differs from how we write a header (members that come twice, `crit`, `jwk`,
        // white space) is not ours.
        guard let own = try? JSON.encode(header), own == rawHeader else { throw .malformed }
        guard let raw = key(header.kid), let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: raw) else {
            throw .unknownKey
        }
        guard publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)) else { throw .signature }
        return payload
    }

    /// The public key (32 bytes) of a signing seed.
    public static func publicKey(ofSeed seed: [UInt8]) throws -> [UInt8] {
        Array(try Curve25519.Signing.PrivateKey(rawRepresentation: seed).publicKey.rawRepresentation)
    }
}
