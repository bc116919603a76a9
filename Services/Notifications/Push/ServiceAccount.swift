import CryptoExtras
import FoundationEssentials
import Kernel
import NotificationsDelivery

/// A Google service account key as it is downloaded, and the assertions it signs (RFC 7523 over RS256, RFC 7518 §3.3).
struct ServiceAccount: Sendable {
    struct Unusable: Error, CustomStringConvertible { let description: String }
    private struct File: Decodable {
        let client_email: String
        let private_key: String
        let private_key_id: String?
        let token_uri: String
    }
    let email: String
    let tokenAddress: ProviderAddress
    private let keyID: String?
    private let privateKey: _RSA.Signing.PrivateKey

    /// Throws `Unusable`; no error carries a part of the key.
    init(json: String) throws {
        guard let file = try? JSON.decode(File.self, from: Array(json.utf8)) else {
            throw Unusable(description: "the service account is no key file of Google")
        }
        guard let address = ProviderAddress(file.token_uri), address.isSecure || address.isLoopback else {
            throw Unusable(description: "token_uri of the service account is no https address")
        }
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: file.private_key) else {
            throw Unusable(description: "private_key of the service account must be an RSA key of at least 2048 bits in PEM")
        }
        (email, privateKey, keyID, tokenAddress) = (file.client_email, key, file.private_key_id, address)
    }

    private struct Header: Encodable { let alg = "RS256"; let typ = "JWT"; let kid: String? }
    private struct Claims: Encodable { let iss, scope, aud: String; let iat, exp: Int64 }
    static let messagingScope = "https://www.googleapis.com/auth/firebase.messaging"
    /// The longest Google takes.
    static let assertionSeconds: Int64 = 3_600

    /// Says to the token server who asks for an access token.
    func assertion(at now: Timestamp, audience: String) throws -> String {
        let issued = now.secondsSinceEpoch
        let claims = Claims(iss: email, scope: Self.messagingScope, aud: audience, iat: issued, exp: issued + Self.assertionSeconds)
        let signed = Base64URL.encode(try JSON.encode(Header(kid: keyID))) + "." + Base64URL.encode(try JSON.encode(claims))
        // RS256 is RSASSA-PKCS1-v1_5. It is insecure to encrypt with, not to sign with.
        let signature = try privateKey.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
        return signed + "." + Base64URL.encode(signature.rawRepresentation)
    }
}
