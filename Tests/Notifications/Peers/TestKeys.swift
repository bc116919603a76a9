import CLibCrypto
import Foundation
import NIOSSL

/// Keys and certificates made for one run.
enum TestKeys {
    struct Failed: Error {}
    struct Pair: Sendable {
        let privatePEM: String
        let publicPEM: String
    }
    static let rsa: Result<Pair, any Error> = Result { try makeRSA() }
    /// A certificate of 127.0.0.1 that signs itself, and its key.
    static let server: Result<(certificate: String, key: String), any Error> = Result { try makeServer() }

    static func serverContext() throws -> NIOSSLContext {
        let (certificate, key) = try server.get()
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
                .map { .certificate($0) },
                                                    privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))))
    }

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    static func isValid(_ signature: [UInt8], of message: [UInt8], publicPEM: String) -> Bool {
        // The reader keeps a pointer to the text, which must live as long as it reads.
        let read = Array(publicPEM.utf8).withUnsafeBytes { text -> OpaquePointer? in
            guard let input = BIO_new_mem_buf(text.baseAddress, Int32(text.count)) else { return nil }
            defer { BIO_free(input) }
            return PEM_read_bio_PUBKEY(input, nil, nil, nil)
        }
        guard let key = read, let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_PKEY_free(key); EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    private static func makeKey() throws -> OpaquePointer {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil) else { throw Failed() }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
            EVP_PKEY_generate(context, &key) == 1, let key else { throw Failed() }
        return key
    }
    private static func pem(_ write: (OpaquePointer) -> Int32) throws -> String {
        guard let output = BIO_new(BIO_s_mem()) else { throw Failed() }
        defer { BIO_free(output) }
        guard write(output) == 1 else { throw Failed() }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = BIO_read(output, &bytes, Int32(bytes.count))
        guard count > 0 else { throw Failed() }
        return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }
    private static func makeRSA() throws -> Pair {
        let key = try makeKey()
        defer { EVP_PKEY_free(key) }
        return Pair(privatePEM: try pem { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) },
                    publicPEM: try pem { PEM_write_bio_PUBKEY($0, key) })
    }
    private static func makeServer() throws -> (String, String) {
        let key = try makeKey()
        guard let certificate = X509_new() else { throw Failed() }
        defer { EVP_PKEY_free(key); X509_free(certificate) }
        X509_set_version(certificate, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
        X509_gmtime_adj(X509_getm_notBefore(certificate), -3600)
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400)
        X509_set_pubkey(certificate, key)
        let name = X509_get_subject_name(certificate)
        X509_NAME_add_entry_by_txt(name, "CN", 0x1000 | 1, "127.0.0.1", -1, -1, 0)  // MBSTRING_ASC
        X509_set_issuer_name(certificate, name)
        for (nid, value) in [(NID_subject_alt_name, "IP:127.0.0.1,DNS:localhost"), (NID_basic_constraints, "CA:TRUE")] {
            guard let more = X509V3_EXT_conf_nid(nil, nil, nid, value) else { throw Failed() }
            X509_add_ext(certificate, more, -1)
            X509_EXTENSION_free(more)
        }
        guard X509_sign(certificate, key, EVP_sha256()) > 0 else { throw Failed() }
        return (try pem { PEM_write_bio_X509($0, certificate) }, try pem { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) })
    }
}
