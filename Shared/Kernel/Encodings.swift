import Crypto

/// RFC 4648 §5 without padding.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count * 4 / 3 + 3)
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                out.append(alphabet[Int(buffer >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { out.append(alphabet[Int(buffer << UInt32(6 - bits) & 63)]) }
        return String(decoding: out, as: UTF8.self)
    }

    /// Nil when a character is not of the alphabet, the length is impossible, or left-over bits are not zero (one value, one text).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits = 0
        for c in text.utf8 {
            let value: UInt32
            switch c {
            case 65...90: value = UInt32(c - 65)
            case 97...122: value = UInt32(c - 71)
            case 48...57: value = UInt32(c + 4)
            case 45: value = 62
            case 95: value = 63
            default: return nil
            }
            buffer = buffer << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                out.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        guard bits < 6, buffer & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
        return out
    }
}

public enum Hex {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var out: [UInt8] = []
        for byte in bytes { out.append(digits[Int(byte >> 4)]); out.append(digits[Int(byte & 15)]) }
        return String(decoding: out, as: UTF8.self)
    }
}

/// Ids that follow from what caused them. UUID version 8 (RFC 9562): 122 bits of SHA-256 over the parts.
public enum DeterministicID {
    public static func make(_ parts: String...) -> String { make(parts) }

    public static func make(_ parts: [String]) -> String { uuid(fromDigest: digest(of: parts)) }

    /// As `make`, with the milliseconds of `time` in the first 48 bits, where version 7 has them: ids made one after
    /// the other lie side by side in an index, so a batch of a thousand rows touches a handful of pages instead of a
    /// thousand.
    public static func make(at time: Timestamp, _ parts: String...) -> String {
        var bytes = digest(of: parts)
        let milliseconds = UInt64(clamping: time.millisecondsSinceEpoch)
        for k in 0..<6 { bytes[k] = UInt8(truncatingIfNeeded: milliseconds >> UInt64(40 - 8 * k)) }
        return uuid(fromDigest: bytes)
    }

    private static func digest(of parts: [String]) -> [UInt8] {
        var hash = SHA256()
        for part in parts {
            // The length goes in first, so ("ab","c") and ("a","bc") differ.
            var length = UInt32(part.utf8.count).bigEndian
            withUnsafeBytes(of: &length) { hash.update(bufferPointer: $0) }
            var copy = part
            copy.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        }
        return Array(hash.finalize().prefix(16))
    }

    /// Formats 16 bytes as a version 8 UUID.
    public static func uuid(fromDigest digest: [UInt8]) -> String {
        var b = digest
        b[6] = b[6] & 0x0F | 0x80
        b[8] = b[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 36) { out in
            var i = 0
            for k in 0..<16 {
                if k == 4 || k == 6 || k == 8 || k == 10 { out[i] = 45; i += 1 }
                out[i] = digits[Int(b[k] >> 4)]
                out[i + 1] = digits[Int(b[k] & 15)]
                i += 2
            }
            return i
        }
    }
}
