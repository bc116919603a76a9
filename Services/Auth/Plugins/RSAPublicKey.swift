import CLibCrypto

/// Judges RSASSA-PKCS1-v1_5 signatures with SHA-256 (RFC 8017 §8.2), by libcrypto.
public struct RSAPublicKey: Sendable {
    /// SubjectPublicKeyInfo, DER: the form libcrypto reads.
    private let der: [UInt8]

    static let modulusBits = 2048...8192

    /// Big-endian numbers. Nil for a modulus of a size that is not accepted, or an exponent that is even or too large.
    public init?(modulus: [UInt8], exponent: [UInt8]) {
        let n = Array(modulus.drop { $0 == 0 }), e = Array(exponent.drop { $0 == 0 })
        guard Self.modulusBits.contains(n.count * 8 - (n.first?.leadingZeroBitCount ?? 0)), (1...8).contains(e.count), let last = e.last, last & 1 == 1,
            e != [1] else { return nil }
        let key = Self.tagged(0x30, Self.integer(n) + Self.integer(e))
        // AlgorithmIdentifier: rsaEncryption (1.2.840.113549.1.1.1), NULL.
        let algorithm: [UInt8] = [0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
        der = Self.tagged(0x30, algorithm + Self.tagged(0x03, [0] + key))
    }

    public func isValid(_ signature: [UInt8], for text: [UInt8]) -> Bool {
        der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            guard let key = d2i_PUBKEY(nil, &start, bytes.count) else { return false }
            defer { EVP_PKEY_free(key) }
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
            return EVP_DigestVerify(context, signature, signature.count, text, text.count) == 1
        }
    }

    private static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        // A leading one bit would make the number negative.
        tagged(0x02, (magnitude.first ?? 0) >= 0x80 ? [0] + magnitude : magnitude)
    }
    private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
        return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
    }
}
