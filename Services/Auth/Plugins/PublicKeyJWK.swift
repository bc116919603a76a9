import Crypto
import CryptoExtras
import Foundation
import Kernel

/// A public key as RFC 7517 writes it. RSA, P-256 and Ed25519; the algorithm follows from the key, never from the token.
public struct PublicKeyJWK: Decodable, Sendable {
    public let kid: String?
    let kty: String
    let crv: String?
    package let n: String?
    package let e: String?
    package let x: String?
    let y: String?
    /// What the issuer says the key is for: `sig`, `enc`.
    let use: String?
    /// The one algorithm the issuer uses it with.
    let alg: String?

    var isForSigning: Bool { use == nil || use == "sig" }

    /// The `alg` of tokens that are judged at all.
    static let algorithms: Set<String> = ["RS256", "ES256", "EdDSA"]

    /// A larger key costs more time to verify with than an issuer can have a reason for. The library refuses keys below 2048 bits.
    static let modulusBitsMax = 8192

    /// A key that can judge signatures of one algorithm.
    package enum Verifier {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)

        /// The `alg` of RFC 7518 and RFC 8037.
        package var algorithm: String {
            switch self {
            case .rsa: "RS256"
            case .p256: "ES256"
            case .ed25519: "EdDSA"
            }
        }
        package func isValid(_ signature: [UInt8], for text: [UInt8]) -> Bool {
            switch self {
            case .rsa(let key):
                // RS256 is RSASSA-PKCS1-v1_5. It is insecure to decrypt with, not to verify signatures with.
                return key.isValidSignature(.init(rawRepresentation: signature), for: Data(text), padding: .insecurePKCS1v1_5)
            case .p256(let key):
                guard signature.count == 64, let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
                    return false
                }
                return key.isValidSignature(parsed, for: Data(text))
            case .ed25519(let key): return key.isValidSignature(signature, for: Data(text))
            }
        }
    }

    /// Nil when this is no public key of a kind that is accepted.
    package var verifier: Verifier? {
        guard let verifier = material, alg == nil || alg == verifier.algorithm else { return nil }
        return verifier
    }
    private var material: Verifier? {
        switch (kty, crv) {
        case ("RSA", nil):
            guard let n = n.flatMap({ Base64URL.decode($0) }), let e = e.flatMap({ Base64URL.decode($0) }) else { return nil }
            guard let key = try? _RSA.Signing.PublicKey(n: n, e: e), key.keySizeInBits <= Self.modulusBitsMax else { return nil }
            return .rsa(key)
        case ("EC", "P-256"):
            guard let x = x.flatMap({ Base64URL.decode($0) }), let y = y.flatMap({ Base64URL.decode($0) }), x.count == 32,
                  y.count == 32 else { return nil }
            return (try? P256.Signing.PublicKey(rawRepresentation: x + y)).map(Verifier.p256)
        case ("OKP", "Ed25519"):
            guard let x = x.flatMap({ Base64URL.decode($0) }) else { return nil }
            return (try? Curve25519.Signing.PublicKey(rawRepresentation: x)).map(Verifier.ed25519)
        default:
            return nil
        }
    }
}
