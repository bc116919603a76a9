import CLibCrypto

/// The memory-hard key derivation of RFC 7914, by libcrypto.
public enum Scrypt {
    /// The cost: 2^logN blocks of 128·r bytes, p times.
    public struct Cost: Hashable, Sendable, Codable {
        public var logN: Int
        public var r: Int
        public var p: Int
        public init(logN: Int, r: Int, p: Int) { (self.logN, self.r, self.p) = (logN, r, p) }

        /// One of the equivalent minimums of the OWASP Password Storage Cheat Sheet: 16 MiB, five passes.
        public static let recommended = Cost(logN: 14, r: 8, p: 5)

        /// What the machine is spared: 1 GiB at most, and parameters RFC 7914 allows.
        public var isAllowed: Bool { (1...20).contains(logN) && (1...32).contains(r) && (1...16).contains(p) && 128 * r << logN <= 1 << 30 }
    }

    public enum Failure: Error, Sendable, Equatable {
        case costNotAllowed(Cost)
        /// libcrypto refused: out of memory.
        case refused
    }

    /// Derives `count` bytes. Takes the time and memory the cost says.
    public static func derive(_ password: [UInt8], salt: [UInt8], cost: Cost, count: Int) throws(Failure) -> [UInt8] {
        guard cost.isAllowed, count > 0 else { throw .costNotAllowed(cost) }
        // libcrypto counts the big block, the working blocks and p output blocks; one more megabyte is slack for its own rounding.
        let memoryBytesMax = UInt64(128 * cost.r * ((1 << cost.logN) + cost.p + 4) + (1 << 20))
        var key = [UInt8](repeating: 0, count: count)
        let done = password.withUnsafeBytes { secret in
            EVP_PBE_scrypt(secret.bindMemory(to: CChar.self).baseAddress, secret.count, salt, salt.count,
                           1 << UInt64(cost.logN), UInt64(cost.r), UInt64(cost.p), memoryBytesMax, &key, count)
        }
        guard done == 1 else { throw .refused }
        return key
    }
}
