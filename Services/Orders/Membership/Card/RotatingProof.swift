import Crypto
import FoundationEssentials
import Kernel

/// A code that is good for a minute: TOTP (RFC 6238; HMAC-SHA-256, T0 = 0, steps of 30 s, 8 digits) under a key of the
/// member's card version.
///
/// `<prefix>:<membership id>:<step time>:<code>`, the step's time in Unix seconds. An app computes it without a
/// network; see RFC 4226 §5.3 for the truncation.
package struct RotatingProof: Sendable, Equatable {
    package static let stepSeconds: Int64 = 30
    package static let digits = 8
    package static let keyBytes = 20

    package let membershipID: String
    /// Unix seconds, a multiple of 30.
    package let stepTime: Int64
    package let code: String

    /// Nil: the text does not have the form of a proof. A time that is too large for a number becomes the latest one: it has the form,
    /// and no clock ever shows it.
    package init?(_ text: String, prefix: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == prefix, !parts[1].isEmpty, Self.isDigits(parts[2]), Self.isStep(parts[2]),
              Self.isDigits(parts[3]), parts[3].utf8.count == Self.digits else { return nil }
        (membershipID, stepTime, code) = (String(parts[1]), Int64(parts[2]) ?? .max, String(parts[3]))
    }
    package init(membershipID: String, stepTime: Int64, key: [UInt8]) {
        (self.membershipID, self.stepTime) = (membershipID, stepTime)
        code = Self.code(key: key, stepTime: stepTime)
    }

    package func text(prefix: String) -> String { "\(prefix):\(membershipID):\(stepTime):\(code)" }

    /// The step an instant lies in.
    package static func step(at now: Timestamp) -> Int64 {
        let seconds = now.secondsSinceEpoch
        return seconds - ((seconds % stepSeconds) + stepSeconds) % stepSeconds
    }
    /// Good in its own step, the one before and the one after: clocks differ.
    package func isTimely(at now: Timestamp) -> Bool {
        let step = Self.step(at: now)
        return (step - Self.stepSeconds...step + Self.stepSeconds).contains(stepTime)
    }

    package static func code(key: [UInt8], stepTime: Int64) -> String {
        var counter = UInt64(bitPattern: stepTime / stepSeconds).bigEndian
        let message = withUnsafeBytes(of: &counter) { Data($0) }
        let mac = Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        let offset = Int(mac[mac.count - 1] & 0x0F)
        let number = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(mac[offset + $1]) } & 0x7FFF_FFFF
        let text = String(number % 100_000_000)
        return String(repeating: "0", count: digits - text.count) + text
    }
    /// Compares without telling by the time it takes how much was right.
    package func isSigned(with key: [UInt8]) -> Bool {
        zip(code.utf8, Self.code(key: key, stepTime: stepTime).utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a number of any length is a multiple of 30.
    private static func isStep(_ digits: Substring) -> Bool {
        digits.utf8.reduce(0) { (10 * $0 + Int64($1 - UInt8(ascii: "0"))) % stepSeconds } == 0
    }
    private static func isDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) } }
}

/// RFC 4648 §6 without padding: how authenticator apps take keys.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    package static func encode(_ bytes: [UInt8]) -> String {
        var out: [UInt8] = []
        var (buffer, bits) = (UInt32(0), UInt32(0))
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                out.append(alphabet[Int(buffer >> bits & 31)])
            }
        }
        if bits > 0 { out.append(alphabet[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: out, as: UTF8.self)
    }
}
