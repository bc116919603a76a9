import CLibCrypto
import Kernel

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
    private let privateKey: String

    /// Throws `Unusable`; no error carries a part of the key.
    init(json: String) throws {
        guard let file = try? JSON.decode(File.self, from: Array(json.utf8)) else {
            throw Unusable(description: "the service account is no key file of Google")
        }
        guard let address = ProviderAddress(file.token_uri), address.isSecure || address.isLoopback else {
            throw Unusable(description: "token_uri of the service account is no https address")
        }
        (email, privateKey, keyID, tokenAddress) = (file.client_email, file.private_key, file.private_key_id, address)
        _ = try RSASignature.sha256([], privateKeyPEM: privateKey)
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
        return signed + "." + Base64URL.encode(try RSASignature.sha256(Array(signed.utf8), privateKeyPEM: privateKey))
    }
}

/// RSASSA-PKCS1-v1_5 with SHA-256, by libcrypto.
enum RSASignature {
    static func sha256(_ message: [UInt8], privateKeyPEM pem: String) throws -> [UInt8] {
        let unusable = ServiceAccount.Unusable(description: "private_key of the service account is no RSA key in PEM")
        // The reader keeps a pointer to the text, which must live as long as it reads.
        let read = Array(pem.utf8).withUnsafeBytes { text -> OpaquePointer? in
            guard let input = BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count)) else { return nil }
            defer { BIO_free(input) }
            return PEM_read_bio_PrivateKey(input, nil, nil, nil)
        }
        guard let key = read else { throw unusable }
        defer { EVP_PKEY_free(key) }
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA, let context = EVP_MD_CTX_new() else { throw unusable }
        defer { EVP_MD_CTX_free(context) }
        var count = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &count, message, message.count) == 1 else { throw unusable }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else { throw unusable }
        return Array(signature.prefix(count))
    }
}
