import CLibCrypto

/// Signs with the certificate of a pass type: a detached PKCS#7 signature (RFC 2315), by libcrypto.
package struct PassSigner: Sendable {
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// The text has no certificate or no private key in it that libcrypto reads.
        case unreadable(String)
        /// The key is another certificate's, or libcrypto refused.
        case refused

        package var description: String {
            switch self {
            case .unreadable(let what): "there is no \(what) in the secret (PEM, without a password)"
            case .refused: "the certificate and the key of the secret do not sign"
            }
        }
    }
    private let pem: String

    /// - Parameter pem: the certificate of the pass type, its private key without a password, and the certificates between it and the
    ///   root that phones know, one after the other.
    package init(pem: String) { self.pem = pem }

    /// The signature in DER. It carries the time and all certificates.
    /// - Parameter time: seconds since 1970 at which it says to be made.
    package func signature(of message: [UInt8], at time: Int64) throws(Failure) -> [UInt8] {
        guard let key = read({ PEM_read_bio_PrivateKey($0, nil, Self.noPassword, nil) }) else { throw .unreadable("private key") }
        defer { EVP_PKEY_free(key) }
        let certificates = self.certificates()
        defer { for certificate in certificates { X509_free(certificate) } }
        guard let own = certificates.first else { throw .unreadable("certificate") }
        guard let others = OPENSSL_sk_new_null(), let input = BIO_new_mem_buf(message, Int32(message.count)) else { throw .refused }
        defer { OPENSSL_sk_free(others); BIO_free(input) }
        for certificate in certificates.dropFirst() { OPENSSL_sk_push(others, UnsafeRawPointer(certificate)) }
        let flags = PKCS7_DETACHED | PKCS7_BINARY
        guard X509_check_private_key(own, key) == 1, let signed = PKCS7_sign(nil, nil, others, input, flags | PKCS7_PARTIAL) else {
            throw .refused
        }
        defer { PKCS7_free(signed) }
        // The signer owns the time from here on.
        guard let signer = PKCS7_sign_add_signer(signed, own, key, EVP_sha256(), flags), let instant = ASN1_TIME_set(nil, Int(time)),
            PKCS7_add0_attrib_signing_time(signer, instant) == 1, PKCS7_final(signed, input, flags) == 1 else { throw .refused }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_PKCS7(signed, &bytes)
        guard count > 0, let bytes else { throw .refused }
        defer { CRYPTO_free(bytes, #file, #line) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// In the order of the text.
    private func certificates() -> [OpaquePointer] {
        var found: [OpaquePointer] = []
        _ = read { text in
            while let next = PEM_read_bio_X509(text, nil, Self.noPassword, nil) { found.append(next) }
            return nil
        }
        return found
    }

    /// The reader keeps a pointer to the text, which must live as long as it reads.
    private func read(_ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        Array(pem.utf8).withUnsafeBytes { text in
            guard let input = BIO_new_mem_buf(text.baseAddress, Int32(text.count)) else { return nil }
            defer { BIO_free(input); ERR_clear_error() }
            return body(input)
        }
    }
    /// Without this libcrypto asks at the terminal.
    private static let noPassword: @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
        _, _, _, _ in -1
    }
}
