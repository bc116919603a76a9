import CLibCrypto
import Foundation

/// A stored password: scrypt in the PHC string format (`$scrypt$ln=14,r=8,p=5$<salt>$<hash>`, standard base64 without padding).
public struct PasswordHash: Hashable, Sendable {
    public let cost: Scrypt.Cost
    public let salt: [UInt8]
    public let hash: [UInt8]

    public static let saltBytes = 16
    static let hashBytes = 32

    /// Hashes a password. Slow on purpose; never inside a handler.
    public init(of password: String, salt: [UInt8], cost: Scrypt.Cost) throws(Scrypt.Failure) {
        (self.cost, self.salt) = (cost, salt)
        hash = try Scrypt.derive(Self.bytes(of: password), salt: salt, cost: cost, count: Self.hashBytes)
    }

    /// Hashes with a fresh random salt.
    public init(of password: String, cost: Scrypt.Cost) throws(Scrypt.Failure) {
        var random = SystemRandomNumberGenerator()
        try self.init(of: password, salt: (0..<Self.saltBytes).map { _ in UInt8.random(in: 0...255, using: &random) }, cost: cost)
    }

    /// Whether this is the password. Takes as long as hashing; compares in constant time.
    public func matches(_ password: String) throws(Scrypt.Failure) -> Bool {
        let candidate = try Scrypt.derive(Self.bytes(of: password), salt: salt, cost: cost, count: hash.count)
        return CRYPTO_memcmp(candidate, hash, hash.count) == 0
    }

    /// The same password typed on another keyboard is the same password: canonical composition (NIST SP 800-63B
    /// §3.1.1.2 asks for one normal form).
    private static func bytes(of password: String) -> [UInt8] { Array(password.precomposedStringWithCanonicalMapping.utf8) }
}

extension PasswordHash: LosslessStringConvertible {
    public var description: String { "$scrypt$ln=\(cost.logN),r=\(cost.r),p=\(cost.p)$\(Self.base64(salt))$\(Self.base64(hash))" }

    /// Nil when the text is no scrypt PHC string, or its cost is not allowed here.
    public init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let salt = Self.bytes(base64: parts[3]),
            let hash = Self.bytes(base64: parts[4]),
            (8...64).contains(salt.count), (16...64).contains(hash.count) else { return nil }
        var numbers: [Substring: Int] = [:]
        for pair in parts[2].split(separator: ",") {
            let halves = pair.split(separator: "=")
            guard halves.count == 2, let number = Int(halves[1]) else { return nil }
            numbers[halves[0]] = number
        }
        guard let logN = numbers["ln"], let r = numbers["r"], let p = numbers["p"] else { return nil }
        let cost = Scrypt.Cost(logN: logN, r: r, p: p)
        guard cost.isAllowed else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    private static func base64(_ bytes: [UInt8]) -> String { String(Data(bytes).base64EncodedString().prefix { $0 != "=" }) }
    private static func bytes(base64 text: Substring) -> [UInt8]? {
        guard !text.contains("=") else { return nil }
        return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)).map { [UInt8]($0) }
    }
}
